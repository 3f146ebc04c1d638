import { makeProject, type TempProject } from "./temp_project.ts";

/** Makes a project with a tool that gives its arguments back, and one that fails. */
export function makeGreeter(): Promise<TempProject> {
  return makeProject({
    "workflow.ts": `import { workflow } from "workflow-code";
export default workflow.define({
  entrypoints: {
    greet: {
      title: "Greet",
      description: "Greets by name.",
      params: {
        name: { type: "string", required: true, description: "Who" },
        times: { type: "number", integer: true, default: 1 },
        tags: { type: "checkboxes", options: ["a", "b"] },
      },
      run: (_ctx, values) => values,
    },
    fails: { title: "Fails", params: {}, run: (ctx) => ctx.fail(7, "no stock") },
  },
});
`,
  });
}
