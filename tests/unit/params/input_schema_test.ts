import { assertEquals } from "@std/assert";
import { toInputSchema } from "../../../src/params/input_schema.ts";
import { entrypointOf } from "./_entrypoint.ts";

const PROPERTIES: [claim: string, param: Record<string, unknown>, json: string][] = [
  ["a string is a string", { type: "string" }, '{"type":"string"}'],
  ["a positional is a string", { type: "positional" }, '{"type":"string"}'],
  ["a number is a number", { type: "number" }, '{"type":"number"}'],
  ["a number with integer is an integer", { type: "number", integer: true }, '{"type":"integer"}'],
  ["a boolean is a boolean", { type: "boolean" }, '{"type":"boolean"}'],
  [
    "multiple makes an array of the type",
    { type: "number", multiple: true },
    '{"type":"array","items":{"type":"number"}}',
  ],
  [
    "a required array has at least one item",
    { type: "boolean", multiple: true, required: true },
    '{"type":"array","items":{"type":"boolean"},"minItems":1}',
  ],
  [
    "an array with a default may be empty",
    { type: "string", multiple: true, required: true, default: ["a"] },
    '{"type":"array","items":{"type":"string"},"default":["a"]}',
  ],
  [
    "checkboxes are an array of different choices",
    { type: "checkboxes", options: ["a", "b"], default: ["a"] },
    '{"type":"array","items":{"type":"string","enum":["a","b"]},"uniqueItems":true,"default":["a"]}',
  ],
  [
    "required checkboxes have at least one item",
    { type: "checkboxes", required: true },
    '{"type":"array","items":{"type":"string"},"minItems":1,"uniqueItems":true}',
  ],
  [
    "a file is the absolute path of a local file",
    { type: "file" },
    '{"description":"Absolute path of a local file, up to 50 MiB.","type":"string"}',
  ],
  [
    "several files are an array of paths",
    { type: "file", multiple: true, required: true, description: "What to read" },
    '{"description":"What to read. Absolute paths of local files, each up to 50 MiB.","type":"array",' +
    '"items":{"type":"string"},"minItems":1}',
  ],
  ["options are an enum", { type: "string", options: ["a", "b"] }, '{"type":"string","enum":["a","b"]}'],
  [
    "the options of a number are an enum of numbers",
    { type: "number", options: [1, { value: 2, label: "Two" }] },
    '{"description":"Options: 1, 2 (Two).","type":"number","enum":[1,2]}',
  ],
  [
    "labels of options are in the description",
    { type: "string", description: "How.", options: ["fast", { value: "deep", label: "Deep" }] },
    '{"description":"How. Options: fast, deep (Deep).","type":"string","enum":["fast","deep"]}',
  ],
  [
    "values that are no plain word are quoted beside their labels",
    { type: "string", options: ["", "a b", { value: "c, d", label: "CD" }] },
    '{"description":"Options: \\"\\", \\"a b\\", \\"c, d\\" (CD).","type":"string","enum":["","a b","c, d"]}',
  ],
  [
    "title, description and every rule of a text are there",
    {
      type: "string",
      title: "T",
      description: "D",
      format: "date",
      minLength: 1,
      maxLength: 10,
      pattern: "^2",
    },
    '{"title":"T","description":"D","type":"string","format":"date","minLength":1,"maxLength":10,"pattern":"^2"}',
  ],
  [
    "the rules of a list are those of its items",
    { type: "string", multiple: true, format: "email", default: [] },
    '{"type":"array","items":{"type":"string","format":"email"},"default":[]}',
  ],
  [
    "the range of a number is there",
    { type: "number", minimum: 0, maximum: 1.5, default: 0 },
    '{"type":"number","minimum":0,"maximum":1.5,"default":0}',
  ],
  ["a default of false is there", { type: "boolean", default: false }, '{"type":"boolean","default":false}'],
  ["an empty default is there", { type: "string", default: "" }, '{"type":"string","default":""}'],
];

for (const [claim, param, json] of PROPERTIES) {
  Deno.test(`in the schema ${claim}`, () => {
    assertEquals(JSON.stringify(toInputSchema(entrypointOf({ p: param })).properties.p), json);
  });
}

Deno.test("the schema of an entrypoint without params is an empty object", () => {
  assertEquals(
    JSON.stringify(toInputSchema(entrypointOf({}))),
    '{"type":"object","properties":{},"additionalProperties":false}',
  );
});

Deno.test("the schema lists what is required, without what has a default, in declared order", () => {
  const schema = toInputSchema(entrypointOf({
    z: { type: "string", required: true },
    d: { type: "string", required: true, default: "x" },
    o: { type: "string" },
    a: { type: "file", required: true },
  }));
  assertEquals(Object.keys(schema), ["type", "properties", "required", "additionalProperties"]);
  assertEquals(Object.keys(schema.properties), ["z", "d", "o", "a"]);
  assertEquals(schema.required, ["z", "a"]);
});

Deno.test("resolveParams does not touch the schema", () => {
  const entrypoint = entrypointOf({ mode: { type: "string" } });
  assertEquals(toInputSchema({ ...entrypoint, dynamic: true }), toInputSchema(entrypoint));
});
