import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { connectForms, FORMS_CLIENTS } from "./harness/forms_client.ts";
import { Inspector } from "./harness/inspector.ts";
import { makeProject, type TempProject } from "./harness/temp_project.ts";

function makeSample(): Promise<TempProject> {
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

for (const name of FORMS_CLIENTS) {
  Deno.test({
    name: `client ${name} lists the tools and calls them`,
    // The clients leave a timer behind when they close.
    sanitizeOps: false,
    sanitizeResources: false,
    fn: async () => {
      await using project = await makeSample();
      await using client = await connectForms(project, name);
      assertEquals(await client.list(), ["greet", "fails"]);
      const values = { name: "Zoë 👩‍🚀\u2028", times: 2, tags: ["b"] };
      const { content, structuredContent, isError } = await client.call("greet", values);
      assertEquals([isError ?? false, structuredContent.status, structuredContent.output], [
        false,
        "success",
        values,
      ]);
      assertEquals(JSON.parse(content[0]?.text ?? ""), structuredContent);
      const failed = await client.call("fails");
      assertEquals([failed.isError, failed.structuredContent.error], [true, {
        code: "business_error",
        message: "no stock",
        errCode: 7,
      }]);
      const refused = await client.call("greet", { times: 1.5 }).catch((error) => error);
      assertEquals(refused.code, -32602);
      assertStringIncludes(refused.message, "name is missing");
    },
  });
}

Deno.test("MCP Inspector in CLI mode lists the tools and calls them, in both eras", async (t) => {
  await using inspector = await Inspector.install();
  await using project = await makeSample();
  for (const era of ["legacy", "auto", "modern"]) {
    await t.step(era, async () => {
      const ask = (...args: string[]) => inspector.ask(project, ["--protocol-era", era, ...args]);
      const list = await ask("--method", "tools/list", "--strict");
      assertEquals([list.code, list.result?.tools.map(({ name }: { name: string }) => name)], [
        0,
        ["greet", "fails"],
      ], list.stderr);
      assertMatch(list.stderr, /0 errors|^$/);
      const args = JSON.stringify({ name: "Zoë", times: 2, tags: ["a"] });
      const greeted = await ask("--method", "tools/call", "--tool-name", "greet", "--tool-args-json", args);
      assertEquals(
        [greeted.code, greeted.result?.structuredContent.output],
        [0, JSON.parse(args)],
        greeted.stderr,
      );
      // Its exit codes: 5 for a tool's error, 1 for a JSON-RPC error.
      assertEquals((await ask("--method", "tools/call", "--tool-name", "fails")).code, 5);
      const refused = await ask("--method", "tools/call", "--tool-name", "greet", "--tool-args-json", "{}");
      assertEquals(refused.code, 1);
      assertStringIncludes(refused.stderr, "name is missing");
    });
  }
});
