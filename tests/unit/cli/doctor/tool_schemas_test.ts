import { assertEquals } from "@std/assert";
import { checkTools, findSchemaFaults } from "../../../../src/cli/doctor/tool_schemas.ts";

const object = (properties: Record<string, unknown>, more = {}) => ({ type: "object", properties, ...more });

const CASES: readonly [what: string, schema: unknown, faults: readonly string[]][] = [
  ["a plain object", object({ a: { type: "string" }, b: { type: "array", items: { type: "number" } } }), []],
  ["no object", { type: "string" }, ["schema: its top must be an object with properties"]],
  ["alternatives at the top", object({}, { anyOf: [], if: {} }), [
    "schema: anyOf at its top",
    "schema: if at its top",
  ]],
  ["several types", object({ a: { type: ["string", "null"] } }), ["a: no single type"]],
  ["a list without items", object({ a: { type: "array" } }), ["a: a list without items"]],
  ["a list of anything", object({ a: { type: "array", items: {} } }), ["a[]: no single type"]],
  ["true in place of a schema", object({ a: true }), ["a: true or false in place of a schema"]],
  ["an empty description", object({ a: { type: "string", description: "" } }), ["a: an empty description"]],
  ["a name with a blank", object({ "a b": { type: "string" } }), ["a b: a name that no model takes"]],
];

for (const [what, schema, faults] of CASES) {
  Deno.test(`findSchemaFaults() looks at ${what}`, () => {
    assertEquals(findSchemaFaults(schema).map(({ path, reason }) => `${path}: ${reason}`), faults);
  });
}

Deno.test("checkTools() warns of tools without a description and of too many", () => {
  const inputSchema = { type: "object", properties: {} } as const;
  const tools = Array.from({ length: 41 }, (_, index) => ({
    name: `t${index}`,
    title: "T",
    description: index === 0 ? "T" : "Does it",
    inputSchema,
  }));
  assertEquals(checkTools(tools).slice(1).map(({ level, message }) => [level, message]), [
    ["warning", '"t0" has no description: a model chooses tools by theirs'],
    ["warning", "41 tools are more than Cursor takes from all servers together, 40"],
  ]);
});
