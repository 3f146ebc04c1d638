import { assertEquals } from "@std/assert";
import { thinMappings } from "../../../../src/project/bundle/thin_mappings.ts";

// Line 1: columns 0, 4, 9 of source 0, lines 1 to 1. Line 3: column 0 of source 1, then column 2 of source 0.
const MAPPINGS = "AAAA,IAAIA,KAAK;;ACCA,EDAA";

Deno.test("thinMappings() keeps every place of sources that are not thin, and leaves names out", () => {
  assertEquals(thinMappings(MAPPINGS, () => false), "AAAA,IAAI,KAAK;;ACCA,EDAA");
});

Deno.test("thinMappings() keeps the first place of each line of a thin source", () => {
  assertEquals(thinMappings(MAPPINGS, (source) => source === 0), "AAAA;;ACCS,EDAA");
});

Deno.test("thinMappings() keeps the place where a line goes over to another thin source", () => {
  assertEquals(thinMappings("AAAA,CACA,CCCC", () => true), "AAAA,ECEC");
});

Deno.test("thinMappings() reads and writes differences of any size and sign", () => {
  assertEquals(thinMappings("AAgggBA;AAhggBA", () => true), "AAgggBA;AAhggBA");
});

Deno.test("thinMappings() leaves out places that lead nowhere", () => {
  assertEquals(thinMappings("A,CAAA;A", () => true), "CAAA;");
});

Deno.test("thinMappings() of nothing is nothing", () => {
  assertEquals(thinMappings("", () => true), "");
});
