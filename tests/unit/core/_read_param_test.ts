import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { parseDefinition } from "../../../src/core/parse_definition.ts";
import type { ParamSpec } from "../../../src/core/spec.ts";
import { faultsOf, withParams } from "./_definition.ts";

function parseParam(param: unknown): ParamSpec | undefined {
  return parseDefinition(withParams({ p: param })).entrypoints[0]?.params[0];
}

Deno.test("parseDefinition() makes a required param with a default optional", () => {
  assertEquals(parseParam({ type: "string", required: true, default: "x" })?.required, false);
});

Deno.test("parseDefinition() reads -0 as 0, as JSON has it", () => {
  const param = parseParam({ type: "number", minimum: -0, options: [-0, 1], default: -0 });
  assert(
    Object.is(param?.minimum, 0) && Object.is(param?.default, 0) && Object.is(param?.options?.[0]?.value, 0),
  );
});

const REFUSED_PARAMS: [claim: string, param: unknown, path: string, reason: string][] = [
  ["a param that is a text", "string", "", 'expected an object, found "string"'],
  [
    "a param without a type",
    {},
    ".type",
    'expected one of "string", "positional", "number", "boolean", "checkboxes"',
  ],
  ["an unknown type", { type: "text" }, ".type", 'found "text"'],
  ["a misspelt type", { type: "nubmer" }, ".type", 'did you mean "number"?'],
  [
    "a description that is no text",
    { type: "string", description: 1 },
    ".description",
    "expected a text, found 1",
  ],
  [
    "a required that is no boolean",
    { type: "string", required: 1 },
    ".required",
    "expected true or false, found 1",
  ],
  ["a multiple that is no boolean", { type: "string", multiple: "" }, ".multiple", "expected true or false"],
  ["a multiple of checkboxes", { type: "checkboxes", multiple: true }, ".multiple", "unknown key"],
  [
    "a default of a file",
    { type: "file", default: "/a" },
    ".default",
    'unknown key of a param of type "file"',
  ],
  ["options of a boolean", { type: "boolean", options: [true] }, ".options", "unknown key"],
  ["minLength of a number", { type: "number", minLength: 1 }, ".minLength", "unknown key"],
  ["minimum of a string", { type: "string", minimum: 1 }, ".minimum", "unknown key"],
  ["an unknown format", { type: "string", format: "uuid" }, ".format", 'expected one of "date", "date-time"'],
  ["a negative minLength", { type: "string", minLength: -1 }, ".minLength", "expected a whole number from 0"],
  ["a broken maxLength", { type: "string", maxLength: 1.5 }, ".maxLength", "expected a whole number from 0"],
  [
    "minLength above maxLength",
    { type: "string", minLength: 2, maxLength: 1 },
    ".minLength",
    "at most maxLength, 1",
  ],
  ["minimum above maximum", { type: "number", minimum: 2, maximum: 1 }, ".minimum", "at most the maximum, 1"],
  [
    "a minimum that is no number",
    { type: "number", minimum: NaN },
    ".minimum",
    "expected a number, found NaN",
  ],
  [
    "a range without a whole number",
    { type: "number", integer: true, minimum: 1.2, maximum: 1.8 },
    ".minimum",
    "expected a whole number between 1.2 and 1.8",
  ],
  ["an integer that is no boolean", { type: "number", integer: 1 }, ".integer", "expected true or false"],
  ["a broken pattern", { type: "string", pattern: "(" }, ".pattern", "expected a regular expression"],
  [
    "a pattern that only works without u",
    { type: "string", pattern: "\\-" },
    ".pattern",
    "expected a regular",
  ],
  [
    "an inline flag of another language",
    { type: "string", pattern: "(?i)a" },
    ".pattern",
    "expected a regular",
  ],
  ["a pattern that is a RegExp", { type: "string", pattern: /a/ }, ".pattern", "write its source as a text"],
  [
    "an empty pattern",
    { type: "string", pattern: "" },
    ".pattern",
    "expected the text of a regular expression",
  ],
  ["options that are no list", { type: "string", options: "a" }, ".options", 'expected a list, found "a"'],
  ["no options", { type: "string", options: [] }, ".options", "expected at least one option, found none"],
  ["a hole among the options", { type: "string", options: ["a", , "b"] }, ".options[1]", "found nothing"],
  [
    "a text among numbers",
    { type: "number", options: [1, "2"] },
    ".options[1]",
    'expected a number, found "2"',
  ],
  ["a NaN among numbers", { type: "number", options: [NaN] }, ".options[0]", "expected a number, found NaN"],
  [
    "an option without a value",
    { type: "string", options: [{ label: "A" }] },
    ".options[0].value",
    "found nothing",
  ],
  [
    "an empty label",
    { type: "string", options: [{ value: "a", label: "" }] },
    ".options[0].label",
    "an empty one",
  ],
  [
    "an unknown key of an option",
    { type: "string", options: [{ value: "a", titel: "A" }] },
    ".options[0].titel",
    "",
  ],
  [
    "an option twice",
    { type: "string", options: ["a", "b", { value: "a" }] },
    ".options[2].value",
    'expected a different value, found "a" again as in options[0]',
  ],
  ["0 and -0 as options", { type: "number", options: [0, -0] }, ".options[1]", "found 0 again"],
  [
    "an option that is too short",
    { type: "string", minLength: 2, options: ["a"] },
    ".options[0]",
    "minLength",
  ],
  [
    "an option that is too long",
    { type: "string", maxLength: 1, options: ["ab"] },
    ".options[0]",
    "maxLength",
  ],
  [
    "an option off the pattern",
    { type: "string", pattern: "^b", options: ["ab"] },
    ".options[0]",
    "pattern ^b",
  ],
  [
    "an option off the format",
    { type: "string", format: "date", options: ["x"] },
    ".options[0]",
    "a date such as",
  ],
  [
    "an option below the minimum",
    { type: "number", minimum: 2, options: [1] },
    ".options[0]",
    "the minimum, 2",
  ],
  [
    "an option above the maximum",
    { type: "number", maximum: 2, options: [3] },
    ".options[0]",
    "the maximum, 2",
  ],
  [
    "a fraction as an option",
    { type: "number", integer: true, options: [1.5] },
    ".options[0]",
    "a whole number",
  ],
  ["a default of the wrong type", { type: "boolean", default: "true" }, ".default", "expected true or false"],
  ["a default that is null", { type: "string", default: null }, ".default", "expected a text, found null"],
  [
    "a default that is no option",
    { type: "string", options: ["a", "b"], default: "c" },
    ".default",
    'expected one of the options ("a", "b"), found "c"',
  ],
  [
    "a default off the format",
    { type: "string", format: "date", default: "2026-02-30" },
    ".default",
    "a date",
  ],
  [
    "a default off the pattern",
    { type: "positional", pattern: "^b", default: "a" },
    ".default",
    "pattern ^b",
  ],
  ["a default above the maximum", { type: "number", maximum: 1, default: 2 }, ".default", "the maximum, 1"],
  [
    "a single default of a list",
    { type: "string", multiple: true, default: "a" },
    ".default",
    "expected a list",
  ],
  [
    "a list as a single default",
    { type: "string", default: ["a"] },
    ".default",
    "expected a text, found a list",
  ],
  [
    "a faulty item of a default",
    { type: "number", multiple: true, default: [1, "2"] },
    ".default[1]",
    "a number",
  ],
  ["a repeated default", { type: "checkboxes", default: ["a", "a"] }, ".default[1]", 'found "a" again'],
  [
    "a list of a made-up length",
    { type: "string", options: hugeList() },
    ".options",
    "expected at most 10000 items",
  ],
];

for (const [claim, param, path, reason] of REFUSED_PARAMS) {
  Deno.test(`parseDefinition() refuses ${claim}`, () => {
    const wanted = `entrypoints.main.params.p${path}`;
    const faults = faultsOf(withParams({ p: param }));
    const fault = faults.find((fault) => fault.path === wanted);
    assert(fault, `no fault at ${wanted}: ${JSON.stringify(faults)}`);
    assertStringIncludes(fault.reason, reason);
  });
}

const ACCEPTED_PARAMS: [claim: string, param: unknown][] = [
  ["an empty option", { type: "string", options: ["", "a"] }],
  ["checkboxes without options", { type: "checkboxes" }],
  ["an empty default of a list", { type: "string", multiple: true, default: [] }],
  ["a default with a repeated item, but for checkboxes", {
    type: "string",
    multiple: true,
    default: ["a", "a"],
  }],
  ["an empty default of a text", { type: "string", default: "" }],
  ["lengths counted in characters", { type: "string", maxLength: 1, default: "😀" }],
  ["a pattern of Unicode properties", { type: "string", pattern: "^\\p{L}+$", default: "ä" }],
];

for (const [claim, param] of ACCEPTED_PARAMS) {
  Deno.test(`parseDefinition() accepts ${claim}`, () => assert(parseParam(param)));
}

function hugeList(): unknown {
  return new Proxy([], { get: (target, key) => key === "length" ? 2 ** 52 : Reflect.get(target, key) });
}
