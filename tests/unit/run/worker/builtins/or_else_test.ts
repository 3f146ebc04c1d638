import { assertEquals, assertThrows } from "@std/assert";
import { orElse } from "../../../../../src/run/worker/builtins/or_else.ts";

Deno.test("orElse() falls back only where a permission is missing", () => {
  const refused = orElse(() => {
    throw new Deno.errors.NotCapable("no");
  }, () => "fallback");
  const broken = orElse(() => {
    throw new RangeError("other");
  }, () => "fallback");
  assertEquals(orElse((a: number, b: number) => a + b, () => "fallback")(1, 2), 3);
  assertEquals(refused(), "fallback");
  assertThrows(broken, RangeError, "other");
});
