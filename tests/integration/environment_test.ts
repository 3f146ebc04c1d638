import { assertEquals } from "@std/assert";
import { runJson } from "./harness/project_command.ts";
import { makeProject } from "./harness/temp_project.ts";

const project = await makeProject({
  "workflow.ts": `import { workflow } from "workflow-code";
const whileLoading = { ...process.env };
export default workflow.define({
  entrypoints: {
    main: {
      run(ctx) {
        const seen = { ctx: ctx.env, process: { ...process.env }, deno: Deno.env.toObject(), whileLoading };
        process.env.ADDED = 5;
        Deno.env.set("GREETING", "changed");
        const path = [process.env.PATH ?? null, Deno.env.get("PATH") ?? null, "PATH" in process.env];
        return { seen, path, changed: [Deno.env.get("ADDED"), process.env.GREETING, ctx.env.GREETING] };
      },
    },
  },
});
`,
  ".env": `# a comment
GREETING='Hello there'
export EXPORTED=yes
LINES="one\\ntwo"
EMPTY=
TAKEN=from the file
WORKFLOW_SERVER_URL=https://models.example.com
WORKFLOW_SERVER_ADMIN_KEY=key of the file
workflow_server_other=x
LD_PRELOAD=/lib.so
`,
}, { workflow: { inheritEnvironment: ["BILLING_TOKEN"] } });
Deno.test.afterAll(() => project[Symbol.asyncDispose]());

const GRANTED = {
  GREETING: "Hello there",
  EXPORTED: "yes",
  LINES: "one\ntwo",
  EMPTY: "",
  TAKEN: "from the environment",
  BILLING_TOKEN: "secret",
};

let running: Promise<Record<string, unknown>> | undefined;

/** What the one run saw. */
function output(): Promise<Record<string, unknown>> {
  running ??= runJson(project, ["--allow-inherit-env", "BILLING_TOKEN", "main"], {
    env: {
      TAKEN: "from the environment",
      BILLING_TOKEN: "secret",
      OTHER: "not asked for",
      WORKFLOW_SERVER_ADMIN_KEY: "key of the environment",
    },
  }).then(({ report }) => report.result.data.output as Record<string, unknown>);
  return running;
}

Deno.test("a run sees exactly the granted variables, in ctx.env, process.env and Deno.env, also while it loads", async () => {
  assertEquals((await output()).seen, {
    ctx: GRANTED,
    process: GRANTED,
    deno: GRANTED,
    whileLoading: GRANTED,
  });
});

Deno.test("every other variable reads as unset", async () => {
  assertEquals((await output()).path, [null, null, false]);
});

Deno.test("what a run changes in its environment is a text, seen both ways, and leaves ctx.env alone", async () => {
  assertEquals((await output()).changed, ["5", "changed", "Hello there"]);
});
