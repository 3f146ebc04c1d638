import { assertEquals } from "@std/assert";
import type { ParamValues } from "../../../src/core/spec.ts";
import { decodeArgs } from "../../../src/params/decode_args.ts";
import { encodeArgs } from "../../../src/params/encode_args.ts";
import { entrypointOf } from "./_entrypoint.ts";

const text = { type: "string" };
const number = { type: "number" };
const boolean = { type: "boolean" };
const positional = { type: "positional" };

const CASES: [claim: string, params: Record<string, unknown>, values: ParamValues, argv: string[]][] = [
  ["a string is --name=value", { a: text }, { a: "x" }, ["--a=x"]],
  ["a number is --name=value", { a: number }, { a: 1.5 }, ["--a=1.5"]],
  ["a file is --name=value", { a: { type: "file" } }, { a: "/x y" }, ["--a=/x y"]],
  ["a list is repeated", { a: { ...text, multiple: true } }, { a: ["x", "y"] }, ["--a=x", "--a=y"]],
  ["checkboxes are repeated", { a: { type: "checkboxes" } }, { a: ["x", "y"] }, ["--a=x", "--a=y"]],
  ["true is --name", { a: boolean }, { a: true }, ["--a"]],
  ["false is --no-name", { a: boolean }, { a: false }, ["--no-a"]],
  ["a list of booleans says which", { a: { ...boolean, multiple: true } }, { a: [true, false] }, [
    "--a=true",
    "--a=false",
  ]],
  ["a flag called no is negated like any other", { no: boolean }, { no: false }, ["--no-no"]],
  ["an empty text keeps its =", { a: text }, { a: "" }, ["--a="]],
  ["a leading dash needs no care in an option", { a: text }, { a: "-x" }, ["--a=-x"]],
  ["-- is a value like any other in an option", { a: text }, { a: "--" }, ["--a=--"]],
  ["a value may hold =", { a: text }, { a: "b=c" }, ["--a=b=c"]],
  ["a value may hold newlines", { a: text }, { a: "b\n--c\r\n" }, ["--a=b\n--c\r\n"]],
  ["a value may be non-ASCII", { a: text }, { a: "ä 日本 😀" }, ["--a=ä 日本 😀"]],
  ["a negative number", { a: number }, { a: -5 }, ["--a=-5"]],
  ["-0 stays -0", { a: number }, { a: -0 }, ["--a=-0"]],
  ["a great number", { a: number }, { a: 1e21 }, ["--a=1e+21"]],
  ["a tiny number", { a: number }, { a: 5e-324 }, ["--a=5e-324"]],
  ["positionals come last, in declared order", { p: positional, a: text, q: positional }, {
    p: "1",
    a: "x",
    q: "2",
  }, [
    "--a=x",
    "1",
    "2",
  ]],
  ["a positional that begins with - is behind --", { p: positional }, { p: "-x" }, ["--", "-x"]],
  ["a positional that is -- is behind --", { p: positional }, { p: "--" }, ["--", "--"]],
  ["an empty positional stands for itself", { p: positional }, { p: "" }, [""]],
  ["a list of positionals stands in a row", { p: positional, q: { ...positional, multiple: true } }, {
    p: "1",
    q: ["2", "-3"],
  }, ["--", "1", "2", "-3"]],
  ["a positional after an absent one is an option", { p: positional, q: positional }, { q: "2" }, ["--q=2"]],
  [
    "a list of positionals after an absent one is a repeated option",
    { p: positional, q: { ...positional, multiple: true } },
    { q: ["2", "-3"] },
    ["--q=2", "--q=-3"],
  ],
  [
    "an empty list beside a default is --no-name",
    { a: { ...text, multiple: true, default: ["x"] } },
    { a: [] },
    ["--no-a"],
  ],
  [
    "empty checkboxes beside a default are --no-name",
    { a: { type: "checkboxes", default: ["x"] } },
    { a: [] },
    ["--no-a"],
  ],
  [
    "an empty list of booleans beside a default is --no-name",
    { a: { ...boolean, multiple: true, default: [true] } },
    { a: [] },
    ["--no-a"],
  ],
  [
    "an empty list of positionals beside a default is --no-name",
    { p: positional, q: { ...positional, multiple: true, default: ["x"] } },
    { p: "1", q: [] },
    ["--no-q", "1"],
  ],
  ["an empty list without a default needs nothing", { a: { ...text, multiple: true } }, { a: [] }, []],
  ["what has no value needs nothing", { a: text, toString: text, p: positional }, {}, []],
];

for (const [claim, params, values, argv] of CASES) {
  Deno.test(`encodeArgs(): ${claim}; decodeArgs() gives it back`, () => {
    const entrypoint = entrypointOf(params);
    assertEquals(encodeArgs(entrypoint, values), argv);
    const given = Object.entries(values).filter(([name, value]) =>
      hasDefault(params[name]) || !isEmpty(value)
    );
    assertEquals(decodeArgs(entrypoint, argv), Object.fromEntries(given));
  });
}

Deno.test("encodeArgs() and decodeArgs() carry a list of two hundred thousand items", () => {
  for (const type of ["string", "positional"]) {
    const entrypoint = entrypointOf({ a: { type, multiple: true } });
    const values = { a: Array.from({ length: 200_000 }, (_, index) => `-${index}`) };
    assertEquals(decodeArgs(entrypoint, encodeArgs(entrypoint, values)), values);
  }
});

function hasDefault(param: unknown): boolean {
  return typeof param === "object" && param !== null && "default" in param;
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
