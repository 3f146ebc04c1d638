import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { parseDefinition } from "../../../src/core/parse_definition.ts";
import { WorkflowError } from "../../../src/errors.ts";
import { faultsOf, run, withEntrypoint, withParams } from "./_definition.ts";

Deno.test("parseDefinition() fills in every default of an entrypoint", () => {
  assertEquals(parseDefinition(withEntrypoint({ run })), {
    entrypoints: [{ id: "main", title: "main", timeout: 600_000, dynamic: false, params: [] }],
  });
});

Deno.test("parseDefinition() keeps everything that an author may say", () => {
  const spec = parseDefinition({
    entrypoints: {
      main: {
        title: "Main",
        description: "Summarises.",
        timeout: 1,
        annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
        params: {
          prompt: { type: "positional", required: true, title: "Prompt", description: "What", minLength: 1 },
          mode: { type: "string", options: ["fast", { value: "deep", label: "Deep" }], default: "fast" },
          count: { type: "number", integer: true, minimum: 1, maximum: 9, multiple: true, default: [1, 2] },
          loud: { type: "boolean", default: false },
          tags: { type: "checkboxes", options: ["a", "b"], required: true },
          docs: { type: "file", multiple: true },
          since: { type: "string", format: "date", maxLength: 10, pattern: "^2" },
        },
        resolveParams: () => ({}),
        run,
      },
      other: { run },
    },
  });
  assertEquals(spec.entrypoints.map((entrypoint) => entrypoint.id), ["main", "other"]);
  assertEquals(spec.entrypoints[0], {
    id: "main",
    title: "Main",
    description: "Summarises.",
    timeout: 1,
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    dynamic: true,
    params: [
      {
        name: "prompt",
        type: "positional",
        title: "Prompt",
        description: "What",
        required: true,
        multiple: false,
        minLength: 1,
      },
      {
        name: "mode",
        type: "string",
        required: false,
        multiple: false,
        options: [{ value: "fast" }, { value: "deep", label: "Deep" }],
        default: "fast",
      },
      {
        name: "count",
        type: "number",
        required: false,
        multiple: true,
        default: [1, 2],
        integer: true,
        minimum: 1,
        maximum: 9,
      },
      { name: "loud", type: "boolean", required: false, multiple: false, default: false },
      {
        name: "tags",
        type: "checkboxes",
        required: true,
        multiple: true,
        options: [{ value: "a" }, { value: "b" }],
      },
      { name: "docs", type: "file", required: false, multiple: true },
      {
        name: "since",
        type: "string",
        required: false,
        multiple: false,
        format: "date",
        maxLength: 10,
        pattern: "^2",
      },
    ],
  });
});

Deno.test("parseDefinition() takes undefined for absent, wherever it stands", () => {
  const param = {
    type: "string",
    title: undefined,
    default: undefined,
    options: undefined,
    multiple: undefined,
  };
  const spec = parseDefinition(
    withEntrypoint({ run, title: undefined, foo: undefined, params: { p: param, q: undefined } }),
  );
  assertEquals(spec, parseDefinition(withEntrypoint({ run, params: { p: { type: "string" } } })));
});

Deno.test("parseDefinition() takes true for a function, unless it is told not to", () => {
  const input = withEntrypoint({ run: true, resolveParams: true });
  assertEquals(parseDefinition(input).entrypoints[0]?.dynamic, true);
  const error = assertThrows(() => parseDefinition(input, { allowsTrue: false }), WorkflowError);
  assertEquals(error.faults, [
    { path: "entrypoints.main.resolveParams", reason: "expected a function, found true" },
    { path: "entrypoints.main.run", reason: "expected a function, found true" },
  ]);
});

Deno.test("parseDefinition() reads an object without a prototype", () => {
  const bare = (object: object) => Object.assign(Object.create(null), object);
  const input = bare({
    entrypoints: bare({ main: bare({ run, params: bare({ p: bare({ type: "file" }) }) }) }),
  });
  assertEquals(parseDefinition(input), parseDefinition(withParams({ p: { type: "file" } })));
});

Deno.test("parseDefinition() names the first fault in the message and every fault in faults", () => {
  const error = assertThrows(
    () =>
      parseDefinition(withParams({
        mode: { type: "string", options: ["fast", 3] },
        count: { type: "number", minimun: 1, default: "1" },
      })),
    WorkflowError,
  );
  assertEquals(error.faults, [
    { path: "entrypoints.main.params.mode.options[1]", reason: "expected a text, found 3" },
    {
      path: "entrypoints.main.params.count.minimun",
      reason: 'unknown key of a param of type "number"; did you mean "minimum"?',
    },
    { path: "entrypoints.main.params.count.default", reason: 'expected a number, found "1"' },
  ]);
  assertEquals(
    error.message,
    "Cannot read the workflow definition: entrypoints.main.params.mode.options[1]: expected a text, found 3 " +
      "(and 2 more faults)",
  );
});

const REFUSED: [claim: string, input: unknown, path: string, reason: string][] = [
  ["nothing", undefined, "", "expected an object, found nothing"],
  ["null", null, "", "expected an object, found null"],
  ["a list", [], "", "expected an object, found a list"],
  ["a definition without entrypoints", {}, "entrypoints", "expected an object, found nothing"],
  [
    "an empty set of entrypoints",
    { entrypoints: {} },
    "entrypoints",
    "expected at least one entrypoint, found none",
  ],
  [
    "an unknown key at the top",
    { entrypoint: {}, entrypoints: { main: { run } } },
    "entrypoint",
    "unknown key of a workflow definition; expected one of entrypoints",
  ],
  [
    "an entrypoint id with a blank",
    { entrypoints: { "a b": { run } } },
    'entrypoints["a b"]',
    'expected an id that matches ^[A-Za-z][A-Za-z0-9_-]{0,63}$, found "a b"',
  ],
  [
    "an entrypoint id that begins with _",
    { entrypoints: { _a: { run } } },
    "entrypoints._a",
    'expected an id that matches ^[A-Za-z][A-Za-z0-9_-]{0,63}$, found "_a"',
  ],
  [
    "an entrypoint id of 65 characters",
    { entrypoints: { ["a".repeat(65)]: { run } } },
    `entrypoints["${"a".repeat(60)}…" (65 characters)]`,
    "expected an id that matches ^[A-Za-z][A-Za-z0-9_-]{0,63}$",
  ],
  [
    "an entrypoint that is a function",
    withEntrypoint(run),
    "entrypoints.main",
    "expected an object, found a function",
  ],
  ["a missing run", withEntrypoint({}), "entrypoints.main.run", "expected a function, found nothing"],
  [
    "a run that is a text",
    withEntrypoint({ run: "x" }),
    "entrypoints.main.run",
    'expected a function, found "x"',
  ],
  [
    "a resolveParams that is an object",
    withEntrypoint({ run, resolveParams: {} }),
    "entrypoints.main.resolveParams",
    "expected a function, found an object",
  ],
  [
    "an unknown key of an entrypoint, with the nearest known one",
    withEntrypoint({ run, param: {} }),
    "entrypoints.main.param",
    'unknown key of an entrypoint; did you mean "params"?',
  ],
  [
    "an empty title",
    withEntrypoint({ run, title: "" }),
    "entrypoints.main.title",
    "expected a text, found an empty one",
  ],
  [
    "a blank description",
    withEntrypoint({ run, description: " \n" }),
    "entrypoints.main.description",
    "expected a text, found an empty one",
  ],
  [
    "a title that is a number",
    withEntrypoint({ run, title: 3 }),
    "entrypoints.main.title",
    "expected a text, found 3",
  ],
  ...[0, -1, 1.5, 2_147_483_648, Infinity, NaN, "1", null].map((
    timeout,
  ): [string, unknown, string, string] => [
    `the timeout ${typeof timeout === "string" ? `"${timeout}"` : timeout}`,
    withEntrypoint({ run, timeout }),
    "entrypoints.main.timeout",
    "expected a whole number from 1 to 2147483647, found",
  ]),
  [
    "an annotation that is no boolean",
    withEntrypoint({ run, annotations: { readOnly: "yes" } }),
    "entrypoints.main.annotations.readOnly",
    'expected true or false, found "yes"',
  ],
  [
    "an unknown annotation",
    withEntrypoint({ run, annotations: { readOnlyHint: true } }),
    "entrypoints.main.annotations.readOnlyHint",
    'unknown key of annotations; did you mean "readOnly"?',
  ],
  ["params that are a list", withParams([]), "entrypoints.main.params", "expected an object, found a list"],
  [
    "a param's name with a dot",
    withParams({ "a.b": { type: "string" } }),
    'entrypoints.main.params["a.b"]',
    "expected a name that matches ^[A-Za-z_][A-Za-z0-9_-]{0,63}$",
  ],
  [
    "a param's name that begins with no-",
    withParams({ "no-color": { type: "boolean" } }),
    "entrypoints.main.params.no-color",
    'expected a name that does not begin with "no-"',
  ],
  ...["constructor", "prototype", "__proto__"].map((name): [string, unknown, string, string] => [
    `a param called ${name}`,
    withParams(JSON.parse(`{ "${name}": { "type": "string" } }`)),
    `entrypoints.main.params.${name}`,
    "expected another name, this one is reserved",
  ]),
  [
    "params that inherit one",
    withParams(Object.create({ p: { type: "string" } })),
    "entrypoints.main.params",
    "expected a plain object, found an instance of a class",
  ],
  [
    "a multiple positional before another",
    withParams({ a: { type: "positional", multiple: true }, f: { type: "file" }, b: { type: "positional" } }),
    "entrypoints.main.params.a",
    'expected a positional with "multiple" to be the last one, found "b" after it',
  ],
];

for (const [claim, input, path, reason] of REFUSED) {
  Deno.test(`parseDefinition() refuses ${claim}`, () => {
    const fault = faultsOf(input).find((fault) => fault.path === path);
    assert(fault, `no fault at ${path}: ${JSON.stringify(faultsOf(input))}`);
    assertStringIncludes(fault.reason, reason);
  });
}

Deno.test("parseDefinition() accepts names that every object inherits, but for the reserved ones", () => {
  const params = {
    toString: { type: "string" },
    hasOwnProperty: { type: "string" },
    no: { type: "boolean" },
  };
  const [main] = parseDefinition(withParams(params)).entrypoints;
  assertEquals(main?.params.map((param) => param.name), ["toString", "hasOwnProperty", "no"]);
});
