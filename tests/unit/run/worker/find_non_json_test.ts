import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { findNonJson } from "../../../../src/run/worker/find_non_json.ts";

Deno.test("findNonJson() finds nothing in JSON", () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => assertEquals(findNonJson(value), undefined)));
});

Deno.test("findNonJson() lets undefined members, dates and shared objects pass", () => {
  const shared = { a: 1 };
  assertEquals(findNonJson({ left: shared, right: shared, nothing: undefined, at: new Date(0) }), undefined);
});

Deno.test("findNonJson() names the place and the reason", () => {
  const cycle: Record<string, unknown> = { list: [1] };
  cycle.self = { inner: cycle };
  const cases: [unknown, string, string][] = [
    [1n, "", "a BigInt"],
    [{ a: [1, { b: 2n }] }, "a[1].b", "a BigInt"],
    [[() => 1], "[0]", "a function"],
    [{ s: Symbol() }, "s", "a symbol"],
    [{ n: NaN }, "n", "NaN"],
    [{ n: -Infinity }, "n", "-Infinity"],
    [cycle, "self.inner", "a cycle"],
    [{ m: new Map() }, "m", "a Map"],
    [{ s: new Set() }, "s", "a Set"],
    [{ p: Promise.resolve() }, "p", "a Promise"],
    [{ b: new Uint8Array(2) }, "b", "binary data"],
    [{ d: new Date(NaN) }, "d", "an invalid Date"],
  ];
  for (const [value, path, reason] of cases) assertEquals(findNonJson(value), { path, reason });
});
