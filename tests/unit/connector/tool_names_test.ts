import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { toToolNames } from "../../../src/connector/tool_names.ts";

function names(server: string, ...tools: string[]): string[] {
  return toToolNames(tools.map((tool) => ({ server, tool })));
}

Deno.test("toToolNames() joins id and tool", () => {
  assertEquals(names("project-tools", "read_file", "Write-2"), [
    "project-tools__read_file",
    "project-tools__Write-2",
  ]);
});

Deno.test("toToolNames() replaces what does not fit, and tells apart what becomes the same", () => {
  assertEquals(names("a", "b.c"), ["a__b_c"]);
  assertEquals(names("a", "b.c", "b_c", "b/c"), ["a__b_c_ab623a76", "a__b_c", "a__b_c_7061b7cf"]);
  assertEquals(names("a", "日本", "中文").map((name) => name.slice(0, 5)), ["a____", "a____"]);
});

Deno.test("toToolNames() keeps an id of 40 characters whole and shortens a longer one", () => {
  const id = "i".repeat(40);
  const [short = "", long = ""] = names(id, "t".repeat(22), "t".repeat(23));
  assertEquals(short, `${id}__${"t".repeat(22)}`);
  assert(long.startsWith(`${id}__${"t".repeat(13)}_`) && long.length === 64, long);
  const [cut = ""] = names("i".repeat(41), "t");
  assert(/^i{31}_[0-9a-f]{8}__t$/.test(cut), cut);
});

Deno.test("toToolNames() gives a tool the same name whatever other servers there are", () => {
  const [alone] = names("a", "x".repeat(100));
  const together = toToolNames(["b", "a", "c"].map((server) => ({ server, tool: "x".repeat(100) })));
  assertEquals(together[1], alone);
});

Deno.test("toToolNames() gives every tool a name of its own that fits", () => {
  const id = fc.stringMatching(/^[a-z][a-z0-9-]{0,63}$/);
  const tool = fc.oneof(
    fc.string({ minLength: 1 }),
    fc.constantFrom("a.b", "a_b", "a/b", "x".repeat(70), "x".repeat(71)),
  );
  const tools = fc.uniqueArray(fc.record({ server: fc.oneof(id, fc.constant("s")), tool }), {
    selector: ({ server, tool }) => `${server} ${tool}`,
  });
  fc.assert(fc.property(tools, (all) => {
    const found = toToolNames(all);
    assertEquals(found.length, all.length);
    assertEquals(new Set(found).size, all.length);
    for (const name of found) assert(/^[A-Za-z0-9_-]{1,64}$/.test(name), name);
    assertEquals(toToolNames(all), found);
  }));
});
