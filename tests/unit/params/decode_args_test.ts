import { assertEquals, assertThrows } from "@std/assert";
import type { ParamValues } from "../../../src/core/spec.ts";
import { type Fault, WorkflowError } from "../../../src/errors.ts";
import { decodeArgs } from "../../../src/params/decode_args.ts";
import { entrypointOf } from "./_entrypoint.ts";

const main = entrypointOf({
  first: { type: "positional" },
  mode: { type: "string" },
  count: { type: "number" },
  loud: { type: "boolean" },
  flags: { type: "boolean", multiple: true },
  tags: { type: "checkboxes", default: ["x"] },
  ids: { type: "number", multiple: true },
  rest: { type: "positional", multiple: true },
});

const ACCEPTED: [claim: string, argv: string[], values: ParamValues][] = [
  ["nothing", [], {}],
  ["--name value", ["--mode", "fast"], { mode: "fast" }],
  ["a value with one dash in the next argument", ["--count", "-5", "--mode", "-x"], {
    mode: "-x",
    count: -5,
  }],
  ["a single dash as the next argument", ["--mode", "-"], { mode: "-" }],
  ["an empty next argument", ["--mode", ""], { mode: "" }],
  ["a repeated --name value", ["--ids", "1", "--ids", "2"], { ids: [1, 2] }],
  ["--flag=true and --flag=false", ["--loud=false", "--flags=true"], { loud: false, flags: [true] }],
  ["a bare flag of a list", ["--flags", "--flags=false"], { flags: [true, false] }],
  ["--no-name of a list of booleans as the empty list", ["--no-flags"], { flags: [] }],
  ["--no-name of a list twice", ["--no-tags", "--no-tags"], { tags: [] }],
  ["options between and after positionals", ["a", "--loud", "b", "--mode=x", "c"], {
    first: "a",
    mode: "x",
    loud: true,
    rest: ["b", "c"],
  }],
  ["a flag without taking the next argument", ["--loud", "false"], { first: "false", loud: true }],
  ["a single dash as a positional", ["-"], { first: "-" }],
  ["options after -- as positionals", ["--", "--mode=x", "--", "-5"], {
    first: "--mode=x",
    rest: ["--", "-5"],
  }],
  ["a positional by name, the others in order", ["--first=a", "b", "c"], { first: "a", rest: ["b", "c"] }],
  ["a list of positionals by name", ["--rest=b", "--rest", "c", "a"], { first: "a", rest: ["b", "c"] }],
  ...["0", "-0", "1.5", "1e3", "1E+3", "-12.5e-3"].map((text): [string, string[], ParamValues] => [
    `the number ${text}`,
    [`--count=${text}`],
    { count: JSON.parse(text) },
  ]),
];

for (const [claim, argv, values] of ACCEPTED) {
  Deno.test(`decodeArgs() accepts ${claim}`, () => assertEquals(decodeArgs(main, argv), values));
}

const REFUSED: [claim: string, argv: string[], faults: Fault[]][] = [
  ["an unknown option, with the nearest known", ["--mod=x"], [
    { path: "--mod", reason: 'is no option of "main"; did you mean --mode?' },
  ]],
  ["an unknown negation, with the nearest known", ["--no-lout"], [
    { path: "--no-lout", reason: 'is no option of "main"; did you mean --no-loud?' },
  ]],
  ["an option far from all", ["--colour"], [{
    path: "--colour",
    reason:
      'is no option of "main"; its params are "first", "mode", "count", "loud", "flags", "tags", "ids", "rest"',
  }]],
  ["an option with a blank", ["--a b=c"], [{
    path: '"--a b"',
    reason:
      'is no option of "main"; its params are "first", "mode", "count", "loud", "flags", "tags", "ids", "rest"',
  }]],
  ["a short option", ["-x"], [
    { path: "-x", reason: 'is no option; a positional that begins with "-" goes after "--"' },
  ]],
  ["a missing value at the end", ["--mode"], [{
    path: "--mode",
    reason: "needs a value; write --mode=value",
  }]],
  ["a missing value before an option", ["--mode", "--loud"], [
    { path: "--mode", reason: "needs a value; write --mode=value" },
  ]],
  ["a missing value before --", ["--mode", "--", "x"], [
    { path: "--mode", reason: "needs a value; write --mode=value" },
  ]],
  ["a single param twice", ["--mode=a", "--mode=b"], [{ path: "--mode", reason: "is given more than once" }]],
  ["a flag and its negation", ["--loud", "--no-loud"], [{
    path: "--loud",
    reason: "is given more than once",
  }]],
  ["a list and its negation", ["--ids=1", "--no-ids"], [
    { path: "--no-ids", reason: "contradicts --ids, which is given too" },
  ]],
  ["a flag with a value", ["--loud=yes"], [
    { path: "--loud", reason: 'takes no value but true or false; got "yes"' },
  ]],
  ["a flag with an empty value", ["--loud="], [
    { path: "--loud", reason: 'takes no value but true or false; got ""' },
  ]],
  ["a negation with a value", ["--no-loud=true"], [{
    path: "--no-loud",
    reason: 'takes no value; got "true"',
  }]],
  ["a negation of a single text", ["--no-mode"], [
    { path: "--no-mode", reason: 'is no option of "main"; did you mean --mode?' },
  ]],
  ["too many positionals", ["--rest=b", "a", "c"], [
    { path: "", reason: 'unexpected argument "c"; "main" takes no more positionals here' },
  ]],
  ...["", " 1", "1 ", "0x10", "+1", ".5", "1.", "01", "1_000", "Infinity", "NaN", "1e999", "1e", "--1", "１"]
    .map(
      (text): [string, string[], Fault[]] => [
        `"${text}" as a number`,
        [`--count=${text}`],
        [{ path: "--count", reason: `needs a number such as 1.5; got "${text}"` }],
      ],
    ),
];

for (const [claim, argv, faults] of REFUSED) {
  Deno.test(`decodeArgs() refuses ${claim}`, () => {
    const error = assertThrows(() => decodeArgs(main, argv), WorkflowError);
    assertEquals(error.code, "invalid_arguments");
    assertEquals(error.faults, faults);
  });
}

Deno.test("decodeArgs() tells every fault, and takes no faulty value for a positional", () => {
  const error = assertThrows(() => decodeArgs(main, ["--count", "x", "--lout", "--mode"]), WorkflowError);
  assertEquals(
    error.message,
    'Cannot start "main": --count needs a number such as 1.5; got "x"; --lout is no option of "main"; did you mean ' +
      "--loud?; --mode needs a value; write --mode=value",
  );
});

Deno.test("decodeArgs() refuses every argument where there are no params", () => {
  const none = entrypointOf({});
  const error = assertThrows(() => decodeArgs(none, ["--__proto__=1", "x"]), WorkflowError);
  assertEquals(error.faults, [
    { path: "--__proto__", reason: 'is no option of "main"; its params are none' },
    { path: "", reason: 'unexpected argument "x"; "main" takes no positional here' },
  ]);
});
