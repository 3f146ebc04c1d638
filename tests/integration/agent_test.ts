import { assertEquals } from "@std/assert";
import { ModelServer } from "../fixtures/model_server.ts";
import { runJson } from "./harness/project_command.ts";
import { makeMain } from "./harness/temp_project.ts";

Deno.test("ctx.agent gives what the model says, and the report counts its tokens", async () => {
  await using server = new ModelServer([{ text: "Hello, Ada", tokens: [12, 3] }]);
  await using project = await makeMain(
    `return await ctx.agent({ instructions: "Be kind.", prompt: "Greet Ada", model: "small" });`,
  );
  const { code, report, stderr } = await runJson(project, ["main"], { env: server.env() });
  console.log(stderr, JSON.stringify(report, null, 1));
  assertEquals(code, 0);
});
