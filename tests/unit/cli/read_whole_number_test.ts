import { assertEquals, assertThrows } from "@std/assert";
import { readWholeNumber } from "../../../src/cli/read_whole_number.ts";
import { WorkflowError } from "../../../src/errors.ts";

const RANGE = { least: 1, most: 20, fallback: 7 };

for (const [values, number] of [[undefined, 7], [["1"], 1], [["20"], 20], [["007"], 7]] as const) {
  Deno.test(`readWholeNumber() takes ${values ?? "nothing"} for ${number}`, () => {
    assertEquals(readWholeNumber(new Map(values ? [["n", values]] : []), "n", RANGE), number);
  });
}

for (const value of ["0", "21", "-1", "1.5", "1e1", "0x2", "", " 2", "many", "Infinity"]) {
  Deno.test(`readWholeNumber() refuses ${JSON.stringify(value)}`, () => {
    const says = `--n must be a whole number from 1 to 20, found ${JSON.stringify(value)}`;
    assertThrows(() => readWholeNumber(new Map([["n", [value]]]), "n", RANGE), WorkflowError, says);
  });
}

Deno.test("readWholeNumber() names no largest number where there is none", () => {
  const read = () => readWholeNumber(new Map([["n", ["0"]]]), "n", { least: 1, fallback: 7 });
  assertThrows(read, WorkflowError, '--n must be a whole number of at least 1, found "0"');
});
