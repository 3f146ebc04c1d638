import { assertEquals } from "@std/assert";
import { isStrictSchema } from "../../../../../src/run/worker/agent/strict_schema.ts";

const CLOSED = {
  type: "object",
  properties: { a: { type: "string" } },
  required: ["a"],
  additionalProperties: false,
};

Deno.test("isStrictSchema() takes what names and requires all that it has", () => {
  assertEquals(isStrictSchema(CLOSED), true);
  assertEquals(isStrictSchema({ type: "array", items: CLOSED }), true);
});

Deno.test("isStrictSchema() refuses what may have more or less, at any depth", () => {
  assertEquals(isStrictSchema({ ...CLOSED, required: [] }), false);
  const open = { type: "object", properties: {} };
  assertEquals(isStrictSchema({ ...CLOSED, properties: { a: open } }), false);
  assertEquals(isStrictSchema({ anyOf: [CLOSED, open] }), false);
});
