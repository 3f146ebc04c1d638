// What a run prints of its credentials, and of what a person told it in a secret field, is masked on stderr.
import { assertEquals, assertStringIncludes } from "@std/assert";
import { makeProject } from "./harness/temp_project.ts";
import { toJsonCommand, toResumeCommand } from "./harness/project_command.ts";
import { runCommand } from "./harness/run_command.ts";

const TOKEN = "t0ken-of-the-environment";
const OWN = "key-of-the-dot-env";
const PHRASE = "pass-phrase-of-a-person";

Deno.test("credentials and secret answers that a run prints are *** on stderr", async () => {
  await using project = await makeProject({
    ".env": `SERVICE_API_KEY=${OWN}\nGREETING=hello there\n`,
    "workflow.ts": `import { workflow } from "workflow-code";
console.log("loading with " + process.env.BILLING_TOKEN);
export default workflow.define({
  entrypoints: {
    main: {
      async run(ctx) {
        ctx.log.info("env", ctx.env);
        const { phrase } = await ctx.ask("phrase", {
          message: "Phrase?",
          fields: { phrase: { type: "string", secret: true, required: true } },
        });
        console.error("told " + phrase);
        throw new Error("Cannot log in with " + phrase);
      },
    },
  },
});
`,
  }, { workflow: { inheritEnvironment: ["BILLING_TOKEN"] } });
  const options = ["--allow-inherit-env", "BILLING_TOKEN"];
  const env = { BILLING_TOKEN: TOKEN };
  const [command = "", ...rest] = toJsonCommand(project, ["main"]);
  const asked = await runCommand([command, ...options, ...rest], { env });
  assertEquals(asked.code, 3, asked.stderr);
  assertStringIncludes(asked.stderr, "loading with ***");
  assertStringIncludes(asked.stderr, 'GREETING: "hello there"');
  const [, runId = ""] = /(\d{8}-\w+)/.exec(asked.stderr) ?? [];
  const [resume = "", ...behind] = toResumeCommand(project, [runId, `--answer=phrase=${PHRASE}`]);
  const told = await runCommand([resume, ...options, ...behind], { env });
  assertEquals(told.code, 1, told.stderr);
  assertStringIncludes(told.stderr, "told ***");
  for (const value of [TOKEN, OWN, PHRASE]) {
    assertEquals([asked.stderr.includes(value), told.stderr.includes(value)], [false, false], value);
  }
});
