import { assertEquals } from "@std/assert";
import { nearest } from "../../src/nearest.ts";

const CASES: [claim: string, name: string, candidates: string[], expected: string | undefined][] = [
  ["finds a name with a letter missing", "mod", ["title", "mode"], "mode"],
  ["finds a name with a letter too many", "titlee", ["title", "mode"], "title"],
  ["counts a swap of neighbours as one edit", "tpye", ["title", "type"], "type"],
  ["looks past case", "PROMPT", ["prompt"], "prompt"],
  ["looks past dashes and underscores", "kv_store_dir", ["data-dir", "kv-store-dir"], "kv-store-dir"],
  ["takes a beginning of one candidate", "desc", ["title", "description"], "description"],
  ["takes a candidate with something after it", "readOnlyHint", ["readOnly", "openWorld"], "readOnly"],
  ["takes no beginning of several", "min", ["minLength", "minimum"], undefined],
  ["prefers the nearer of two", "fasd", ["fazz", "fast"], "fast"],
  ["prefers the first of two equally near", "fas", ["fat", "far"], "fat"],
  ["finds nothing far away", "colour", ["title", "mode"], undefined],
  ["does not guess at single letters", "x", ["y", "z"], undefined],
  ["finds nothing among nothing", "mode", [], undefined],
  ["compares non-ASCII names", "größe", ["grösse", "größen"], "größen"],
];

for (const [claim, name, candidates, expected] of CASES) {
  Deno.test(`nearest() ${claim}`, () => assertEquals(nearest(name, candidates), expected));
}

Deno.test("nearest() answers at once for a name of a million characters", () => {
  const started = performance.now();
  assertEquals(nearest("x".repeat(1_000_000), ["mode", "title"]), undefined);
  assertEquals(performance.now() - started < 500, true);
});
