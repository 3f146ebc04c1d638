import { assertEquals } from "@std/assert";
import { findLongFiles } from "../../../../scripts/check_sizes.ts";

const CASES: [path: string, lines: number, line: number | undefined][] = [
  ["src/run/pool.ts", 400, undefined],
  ["src/run/pool.ts", 401, 401],
  ["scripts/build.ts", 401, 401],
  ["tests/unit/pool_test.ts", 600, undefined],
  ["tests/unit/pool_test.ts", 601, 601],
  ["main.ts", 31, 31],
];

for (const [path, lines, line] of CASES) {
  Deno.test(`findLongFiles() of ${lines} lines in ${path}`, () => {
    const faults = findLongFiles([{ path, text: "x\n".repeat(lines) }]);
    assertEquals(faults.map((fault) => fault.line), line === undefined ? [] : [line]);
  });
}
