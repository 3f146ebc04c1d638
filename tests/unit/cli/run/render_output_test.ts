import { assertEquals } from "@std/assert";
import { renderOutput } from "../../../../src/cli/run/render_output.ts";

const CASES: readonly [output: unknown, shown: string][] = [
  [null, ""],
  ["", ""],
  [{}, ""],
  ["a text", "a text\n"],
  ["two\nlines\n", "two\nlines\n"],
  [42, "42\n"],
  [false, "false\n"],
  [["a", 1, null], "- a\n- 1\n-\n"],
  [{ a: 1, b: { c: true, d: [] }, e: {} }, "a: 1\nb:\n  c: true\n  d: (none)\ne: (nothing)\n"],
  [{ text: "one\ntwo" }, "text:\n  one\n  two\n"],
  [{ list: [{ a: 1, b: 2 }, { a: 3, b: [4] }] }, "list:\n  - a: 1\n    b: 2\n  - a: 3\n    b:\n      - 4\n"],
  [[["a"], ["b", "c"]], "- - a\n- - b\n  - c\n"],
  [{ 名前: "\u001b[31mred" }, "名前: \\u001b[31mred\n"],
];

for (const [output, shown] of CASES) {
  Deno.test(`renderOutput() of ${JSON.stringify(output)} is for people`, () => {
    assertEquals(renderOutput(output), shown);
  });
}
