import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { makeGreeter } from "./harness/greeter.ts";
import { Inspector } from "./harness/inspector.ts";

Deno.test("MCP Inspector in CLI mode lists the tools and calls them, in both eras", async (t) => {
  await using inspector = await Inspector.install();
  await using project = await makeGreeter();
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
