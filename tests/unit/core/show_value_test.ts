import { assertEquals } from "@std/assert";
import { showValue } from "../../../src/core/show_value.ts";

const CASES: [value: unknown, shown: string][] = [
  ["", '""'],
  ['a "b"\n', '"a \\"b\\"\\n"'],
  ["x".repeat(60), `"${"x".repeat(60)}"`],
  ["x".repeat(61), `"${"x".repeat(60)}…" (61 characters)`],
  ["😀".repeat(61), `"${"😀".repeat(60)}…" (122 characters)`],
  [-1.5, "-1.5"],
  [NaN, "NaN"],
  [true, "true"],
  [null, "null"],
  [undefined, "nothing"],
  [[1], "a list"],
  [{ toString: () => "x" }, "an object"],
  [() => {}, "a function"],
  [1n, "a BigInt"],
  [Symbol("s"), "a symbol"],
];

for (const [value, shown] of CASES) {
  Deno.test(`showValue() gives ${shown}`, () => assertEquals(showValue(value), shown));
}
