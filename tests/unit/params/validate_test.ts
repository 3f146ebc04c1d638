import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import type { ParamValues } from "../../../src/core/spec.ts";
import { type Fault, WorkflowError } from "../../../src/errors.ts";
import { createValidator } from "../../../src/params/validate.ts";
import { entrypointOf } from "./_entrypoint.ts";

type Params = Readonly<Record<string, unknown>>;

async function validate(params: Params, args: unknown): Promise<ParamValues> {
  return (await createValidator(entrypointOf(params), { pathStyle: "posix" }))(args);
}

async function errorOf(params: Params, args: unknown): Promise<WorkflowError> {
  const validator = await createValidator(entrypointOf(params), { pathStyle: "posix" });
  const error = assertThrows(() => validator(args), WorkflowError);
  assertEquals(error.code, "invalid_arguments");
  return error;
}

Deno.test("the validator fills in defaults, and an empty list where there is none", async () => {
  const params = {
    mode: { type: "string", default: "fast" },
    tags: { type: "checkboxes" },
    docs: { type: "file", multiple: true },
    ids: { type: "number", multiple: true, default: [1] },
    since: { type: "string" },
  };
  assertEquals(await validate(params, {}), { mode: "fast", tags: [], docs: [], ids: [1] });
  assertEquals(await validate(params, { ids: [], since: "x" }), {
    mode: "fast",
    tags: [],
    docs: [],
    ids: [],
    since: "x",
  });
});

Deno.test("the validator takes undefined for no arguments", async () => {
  assertEquals(await validate({}, undefined), {});
});

Deno.test("the validator gives values in declared order", async () => {
  const params = { b: { type: "string" }, a: { type: "string" } };
  assertEquals(Object.keys(await validate(params, { a: "1", b: "2" })), ["b", "a"]);
});

Deno.test("the validator never hands out the default itself, nor the caller's own list", async () => {
  const validator = await createValidator(
    entrypointOf({ ids: { type: "number", multiple: true, default: [1] } }),
  );
  const given = [2];
  (validator({ ids: given }).ids as number[]).push(9);
  (validator({}).ids as number[]).push(9);
  assertEquals(given, [2]);
  assertEquals(validator({}), { ids: [1] });
});

Deno.test("the validator takes a frozen object", async () => {
  const args = Object.freeze({ ids: Object.freeze([1]) });
  assertEquals(await validate({ ids: { type: "number", multiple: true } }, args), { ids: [1] });
});

Deno.test("a param called like what every object inherits can be left out, given and missing", async () => {
  const param = { type: "string" };
  assertEquals(await validate({ toString: param, valueOf: param }, {}), {});
  assertEquals(
    await validate({ toString: param }, { toString: "x" }),
    { toString: "x" } as unknown as ParamValues,
  );
  const error = await errorOf({ hasOwnProperty: { type: "string", required: true } }, {});
  assertEquals(error.faults, [{ path: "hasOwnProperty", reason: "is missing" }]);
});

Deno.test("the error tells every fault in one sentence each, in declared order", async () => {
  const params = {
    prompt: { type: "string", required: true },
    mode: { type: "string", options: ["fast", "deep"] },
    docs: { type: "file", multiple: true },
  };
  const error = await errorOf(params, { promt: "x", docs: ["/a", "b"], mode: "slow" });
  assertEquals(error.faults, [
    { path: "prompt", reason: "is missing" },
    { path: "mode", reason: 'must be one of "fast", "deep"; got "slow"' },
    {
      path: "docs[1]",
      reason: 'must be the absolute path of a local file, such as /home/name/report.pdf; "b" is relative',
    },
    { path: "promt", reason: 'is not a param of "main"; did you mean "prompt"?' },
  ]);
  assertEquals(
    error.message,
    'Cannot start "main": prompt is missing; mode must be one of "fast", "deep"; got "slow"; docs[1] must be the ' +
      'absolute path of a local file, such as /home/name/report.pdf; "b" is relative; promt is not a param of "main"; ' +
      'did you mean "prompt"?',
  );
});

const REASONS: [claim: string, param: Params, value: unknown, fault: Fault][] = [
  ["a number for a text", { type: "string" }, 3, { path: "p", reason: "must be a string; got 3" }],
  ["null for a text", { type: "string" }, null, { path: "p", reason: "must be a string; got null" }],
  ["a text for a number", { type: "number" }, "3", { path: "p", reason: 'must be a number; got "3"' }],
  ["NaN for a number", { type: "number" }, NaN, { path: "p", reason: "must be a number; got NaN" }],
  ["infinity for a number", { type: "number" }, Infinity, {
    path: "p",
    reason: "must be a number; got Infinity",
  }],
  [
    "a fraction for an integer",
    { type: "number", integer: true },
    1.5,
    { path: "p", reason: "must be a whole number; got 1.5" },
  ],
  ["a text for a boolean", { type: "boolean" }, "true", {
    path: "p",
    reason: 'must be true or false; got "true"',
  }],
  ["1 for a boolean", { type: "boolean" }, 1, { path: "p", reason: "must be true or false; got 1" }],
  [
    "a single value for a list",
    { type: "number", multiple: true },
    1,
    { path: "p", reason: "must be an array of numbers; got 1" },
  ],
  [
    "a single path for a list of files",
    { type: "file", multiple: true },
    "/a",
    { path: "p", reason: 'must be an array of file paths; got "/a"' },
  ],
  ["a list for a single value", { type: "string" }, ["a"], {
    path: "p",
    reason: "must be a string; got a list",
  }],
  [
    "an object in a list",
    { type: "string", multiple: true },
    ["a", {}],
    { path: "p[1]", reason: "must be a string; got an object" },
  ],
  [
    "what is no option",
    { type: "number", options: [1, 2] },
    3,
    { path: "p", reason: "must be one of 1, 2; got 3" },
  ],
  [
    "only the type where an option has the wrong one",
    { type: "string", options: ["a"] },
    3,
    { path: "p", reason: "must be a string; got 3" },
  ],
  [
    "a text that is too short",
    { type: "string", minLength: 1 },
    "",
    { path: "p", reason: 'must have at least 1 character; got ""' },
  ],
  [
    "a text that is too long",
    { type: "string", maxLength: 2 },
    "abc",
    { path: "p", reason: 'must have at most 2 characters; got "abc"' },
  ],
  [
    "a text off the pattern",
    { type: "string", pattern: "^[a-z]+$" },
    "A",
    { path: "p", reason: 'must match the pattern ^[a-z]+$; got "A"' },
  ],
  [
    "a text off the format",
    { type: "string", format: "date" },
    "2026-02-30",
    { path: "p", reason: 'must be a date such as 2026-01-31; got "2026-02-30"' },
  ],
  ["a number below the minimum", { type: "number", minimum: 1 }, 0, {
    path: "p",
    reason: "must be at least 1; got 0",
  }],
  ["a number above the maximum", { type: "number", maximum: 1 }, 2, {
    path: "p",
    reason: "must be at most 1; got 2",
  }],
  [
    "a required list without items",
    { type: "string", multiple: true, required: true },
    [],
    { path: "p", reason: "must have at least one item; got none" },
  ],
  [
    "a repeated choice",
    { type: "checkboxes", options: ["a", "b"] },
    ["a", "b", "a"],
    { path: "p", reason: 'must not repeat an item; items 0 and 2 are both "a"' },
  ],
];

for (const [claim, param, value, fault] of REASONS) {
  Deno.test(`the validator refuses ${claim}, in words`, async () => {
    assertEquals((await errorOf({ p: param }, { p: value })).faults, [fault]);
  });
}

for (const [args, found] of [[null, "null"], [[], "a list"], ["x", '"x"'], [3, "3"]] as const) {
  Deno.test(`the validator refuses ${found} as arguments`, async () => {
    assertEquals((await errorOf({ p: { type: "string", required: true } }, args)).faults, [
      { path: "", reason: `the arguments must be an object; got ${found}` },
    ]);
  });
}

for (const name of ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty"]) {
  Deno.test(`the validator refuses ${name} like any unknown name`, async () => {
    const error = await errorOf({ p: { type: "string" } }, JSON.parse(`{ "${name}": {} }`));
    assertEquals(error.faults, [{ path: name, reason: 'is not a param of "main"; its params are "p"' }]);
  });
}

Deno.test("the validator says so when an entrypoint takes no params", async () => {
  assertEquals(
    (await errorOf({}, { "a b": 1 })).message,
    'Cannot start "main": ["a b"] is not a param of "main", which takes none',
  );
});

Deno.test("the validator counts characters, not units", async () => {
  assertEquals(await validate({ p: { type: "string", maxLength: 1 } }, { p: "😀" }), { p: "😀" });
});

Deno.test("the message shortens what it quotes", async () => {
  const error = await errorOf({ p: { type: "number" } }, { p: "x".repeat(1_000_000) });
  assertEquals(error.faults[0]?.reason, `must be a number; got "${"x".repeat(60)}…" (1000000 characters)`);
});

Deno.test("the message names ten faults and counts the rest, faults has all", async () => {
  const error = await errorOf({ p: { type: "number", multiple: true } }, { p: Array(25).fill("x") });
  assertEquals(error.faults.length, 25);
  assertStringIncludes(error.message, '; p[9] must be a number; got "x"; and 15 more faults');
});

Deno.test("the validator answers at once for lists of a million faults", async () => {
  const params = { texts: { type: "string", multiple: true }, docs: { type: "file", multiple: true } };
  const texts = await errorOf(params, { texts: Array(1_000_000).fill(1) });
  assertEquals(texts.faults.length, 1);
  const docs = await errorOf(params, { docs: Array(1_000_000).fill("a") });
  assert(docs.faults.length <= 100);
});

Deno.test("the validator takes a list of a million items", async () => {
  const values = await validate({ ids: { type: "number", multiple: true } }, {
    ids: Array(1_000_000).fill(1),
  });
  assertEquals((values.ids as number[]).length, 1_000_000);
});

Deno.test("the validator writes nothing to the console", async () => {
  const written: unknown[] = [];
  const { log, warn, error } = console;
  Object.assign(console, { log: record, warn: record, error: record });
  try {
    await validate({ p: { type: "string", format: "uri", pattern: "^h" } }, { p: "https://example.com" });
  } finally {
    Object.assign(console, { log, warn, error });
  }
  assertEquals(written, []);

  function record(...words: unknown[]): void {
    written.push(...words);
  }
});

Deno.test("ajv is loaded by the first validator and not with the module", async () => {
  const folder = new URL("../../../src/params/", import.meta.url);
  for await (const { name } of Deno.readDir(folder)) {
    const source = await Deno.readTextFile(new URL(name, folder));
    if (name !== "_schema_check.ts") assertEquals(source.match(/^import (?!type ).*"ajv/m), null, name);
    assertEquals(source.match(/^import .*_schema_check/m), null, name);
  }
});
