import { assertEquals } from "@std/assert";
import { structure } from "./harness/project_command.ts";
import { makeProject, PROJECT_ID } from "./harness/temp_project.ts";

Deno.test("structure prints ids, titles, descriptions, annotations and params in declared order", async () => {
  await using project = await makeProject({
    "workflow.ts": `import { workflow } from "workflow-code";
export default workflow.define({
  entrypoints: {
    triage: {
      title: "Triage",
      description: "Sorts invoices.",
      timeout: 5000,
      annotations: { readOnly: true },
      params: {
        zone: { type: "string", title: "Zone", description: "Where", format: "date", minLength: 1, maxLength: 20, pattern: "^2" },
        amount: { type: "number", integer: true, minimum: 0, maximum: 10, default: 3 },
        deep: { type: "boolean", required: true },
        tags: { type: "checkboxes", options: ["a", { value: "b", label: "B" }], default: ["a"] },
        files: { type: "file", multiple: true, required: true },
        what: { type: "positional" },
      },
      resolveParams: () => ({}),
      run() {},
    },
    "a-2_b": { run() {} },
  },
});
`,
  });
  const { code, stdout, stderr } = await structure(project);
  assertEquals(stderr, "");
  assertEquals(code, 0);
  assertEquals(JSON.parse(stdout), {
    project: { id: PROJECT_ID, name: "test-project", version: "1.2.3" },
    entrypoints: [
      {
        id: "triage",
        title: "Triage",
        description: "Sorts invoices.",
        timeout: 5000,
        annotations: { readOnly: true },
        dynamic: true,
        params: [
          {
            name: "zone",
            type: "string",
            title: "Zone",
            description: "Where",
            required: false,
            multiple: false,
            format: "date",
            minLength: 1,
            maxLength: 20,
            pattern: "^2",
          },
          {
            name: "amount",
            type: "number",
            required: false,
            multiple: false,
            default: 3,
            integer: true,
            minimum: 0,
            maximum: 10,
          },
          { name: "deep", type: "boolean", required: true, multiple: false },
          {
            name: "tags",
            type: "checkboxes",
            required: false,
            multiple: true,
            options: [{ value: "a" }, { value: "b", label: "B" }],
            default: ["a"],
          },
          { name: "files", type: "file", required: true, multiple: true },
          { name: "what", type: "positional", required: false, multiple: false },
        ],
      },
      { id: "a-2_b", title: "a-2_b", timeout: 600_000, dynamic: false, params: [] },
    ],
  });
});

Deno.test("structure names a project without name and version by its folder", async () => {
  await using project = await makeProject({
    "workflow.ts": `import { workflow } from "workflow-code";
export default workflow.define({ entrypoints: { main: { run() {} } } });
`,
  }, { name: undefined, version: undefined });
  assertEquals(JSON.parse((await structure(project)).stdout).project, {
    id: PROJECT_ID,
    name: "project",
    version: "0.0.0",
  });
});

Deno.test("what a project prints while it loads goes to stderr, in order, whichever way it prints", async () => {
  await using project = await makeProject({
    "workflow.ts": `import { workflow } from "workflow-code";
import { writeSync } from "node:fs";
console.log("one", { two: 3 });
console.error("error");
process.stdout.write("process\\n");
Deno.stdout.writeSync(new TextEncoder().encode("Deno\\n"));
writeSync(1, "descriptor\\n");
console.log("a\\nb");
export default workflow.define({ entrypoints: { main: { run() {} } } });
`,
  });
  const { code, stdout, stderr } = await structure(project);
  assertEquals(
    stderr,
    ["one { two: 3 }", "error", "process", "Deno", "descriptor", "a", "b"].map((line) =>
      `[project] ${line}\n`
    )
      .join(""),
  );
  assertEquals({ code, entrypoints: JSON.parse(stdout).entrypoints.length }, { code: 0, entrypoints: 1 });
});

Deno.test("structure says on stderr what the project gets, and never a value", async () => {
  const manifest = {
    workflow: {
      permissions: { net: ["api.example.com:443"], read: ["./rules", "/etc"], sys: ["cpus"] },
      inheritEnvironment: ["BILLING_TOKEN"],
    },
  };
  await using project = await makeProject({
    "workflow.ts": `import { workflow } from "workflow-code";
export default workflow.define({ entrypoints: { main: { run() {} } } });
`,
    "rules/a.txt": "",
    ".env": "MODE=slow\nCOLOUR=red\nNODE_OPTIONS=--inspect\n",
  }, manifest);
  const { code, stderr } = await structure(
    project,
    ["--allow-inherit-env", "BILLING_TOKEN", "--allow-read=/etc"],
    { env: { BILLING_TOKEN: "not to be shown", MODE: "fast" } },
  );
  assertEquals(
    stderr,
    `workflow-code: the project may reach api.example.com:443
workflow-code: the project may read <root>/project/rules, /etc
workflow-code: the project may ask the system for cpus
workflow-code: the project gets from the environment BILLING_TOKEN
workflow-code: the project gets from the environment, since .env names it MODE
workflow-code: the project gets from .env COLOUR
workflow-code: the project does not get from .env, since it changes how programs load: NODE_OPTIONS
`,
  );
  assertEquals(code, 0);
});
