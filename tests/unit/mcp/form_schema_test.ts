import { assertEquals } from "@std/assert";
import { toFormSchema } from "../../../src/mcp/form_schema.ts";
import { approval, ask } from "./_ask.ts";

const NEW = { protocolVersion: "2025-11-25" };
const OLD = { protocolVersion: "2025-06-18" };

for (
  const [what, field, schema] of [
    ["a text", { type: "string" }, { type: "string" }],
    ["a text with rules", { type: "string", minLength: 1, maxLength: 3, default: "a" }, {
      type: "string",
      minLength: 1,
      maxLength: 3,
      default: "a",
    }],
    ["a date", { type: "string", format: "date" }, { type: "string", format: "date" }],
    ["a date and time", { type: "string", format: "date-time" }, { type: "string", format: "date-time" }],
    ["an e-mail address", { type: "string", format: "email" }, { type: "string", format: "email" }],
    ["a URI", { type: "string", format: "uri" }, { type: "string", format: "uri" }],
    ["a time, whose format no client knows", { type: "string", format: "time", description: "When" }, {
      description: "When. Must be a time with its zone, such as 09:30:00Z",
      type: "string",
    }],
    ["a pattern, which no client shows", {
      type: "string",
      pattern: "^a+$",
      title: "A",
      description: "Some a!",
    }, {
      title: "A",
      description: "Some a! Must match the pattern ^a+$",
      type: "string",
    }],
    ["a number", { type: "number", minimum: 0, maximum: 1.5, default: 0 }, {
      type: "number",
      minimum: 0,
      maximum: 1.5,
      default: 0,
    }],
    ["a whole number", { type: "number", integer: true }, { type: "integer" }],
    ["a yes or no", { type: "boolean", default: false }, { type: "boolean", default: false }],
    ["a choice", { type: "string", options: ["a", "b"], default: "b" }, {
      type: "string",
      enum: ["a", "b"],
      default: "b",
    }],
    ["a choice with rules of its own", { type: "string", options: ["ab"], minLength: 2, pattern: "b" }, {
      type: "string",
      enum: ["ab"],
    }],
    ["a choice of numbers", { type: "number", options: [1, 2.5], default: 2.5 }, {
      type: "string",
      enum: ["1", "2.5"],
      default: "2.5",
    }],
  ] as const
) {
  Deno.test(`toFormSchema() gives ${what} the same schema for every version`, () => {
    for (const version of [NEW, OLD]) assertEquals(toProperty(field, version), schema);
  });
}

Deno.test("toFormSchema() gives a labelled choice titles, in the form that the version has for them", () => {
  const field = { type: "string", options: [{ value: "a", label: "The A" }, "b", ""] };
  assertEquals(toProperty(field, NEW), {
    type: "string",
    oneOf: [{ const: "a", title: "The A" }, { const: "b", title: "b" }, { const: "", title: "(empty)" }],
  });
  assertEquals(toProperty(field, OLD), {
    type: "string",
    enum: ["a", "b", ""],
    enumNames: ["The A", "b", "(empty)"],
  });
});

Deno.test("toFormSchema() lets newer clients choose several of fixed options", () => {
  const options = ["a", { value: "b", label: "The B" }];
  assertEquals(toProperty({ type: "checkboxes", options: ["a", "b"], required: true }, NEW), {
    type: "array",
    items: { type: "string", enum: ["a", "b"] },
    minItems: 1,
  });
  assertEquals(toProperty({ type: "string", multiple: true, options, default: ["b"] }, NEW), {
    type: "array",
    items: { anyOf: [{ const: "a", title: "a" }, { const: "b", title: "The B" }] },
    default: ["b"],
  });
  assertEquals(toProperty({ type: "number", multiple: true, options: [1, 2], default: [2] }, NEW), {
    type: "array",
    items: { type: "string", enum: ["1", "2"] },
    default: ["2"],
  });
});

for (
  const [field, version, reason] of [
    [{ type: "file" }, NEW, '"a" takes a file'],
    [{ type: "file", multiple: true }, NEW, '"a" takes a file'],
    [{ type: "string", secret: true }, NEW, '"a" is secret, and a form would show it to the client'],
    [{ type: "string", multiple: true }, NEW, '"a" takes several values without fixed options'],
    [{ type: "boolean", multiple: true }, NEW, '"a" takes several values without fixed options'],
    [{ type: "checkboxes" }, NEW, '"a" takes several values without fixed options'],
    [
      { type: "checkboxes", options: ["x"] },
      OLD,
      '"a" takes several values, which clients can show from MCP 2025-11-25 on; this one speaks 2025-06-18',
    ],
  ] as const
) {
  Deno.test(`toFormSchema() says why there is no form: ${reason}`, () => {
    assertEquals(toFormSchema(ask({ a: field, b: { type: "string" } }), version), { ok: false, reason });
  });
}

Deno.test("toFormSchema() names every field that cannot be shown", () => {
  const outcome = toFormSchema(ask({ a: { type: "file" }, b: { type: "checkboxes" } }), NEW);
  assertEquals(outcome, {
    ok: false,
    reason: '"a" takes a file; "b" takes several values without fixed options',
  });
});

Deno.test("toFormSchema() demands a decision of an approval, and has no answer ready for it", () => {
  const outcome = toFormSchema(approval(), NEW);
  assertEquals(outcome.ok && outcome.schema.required, ["approved"]);
  const { approved, reason } = outcome.ok ? outcome.schema.properties : {};
  assertEquals([approved?.type, reason?.type], ["boolean", "string"]);
  assertEquals(approved && "default" in approved, false);
});

Deno.test("toFormSchema() adds a required yes or no to a form in which nothing is required, under a free name", () => {
  const outcome = toFormSchema(
    ask({ proceed: { type: "string" }, n: { type: "number", required: true, default: 1 } }),
    NEW,
  );
  assertEquals(outcome.ok && outcome.schema.required, ["proceed_2"]);
  assertEquals(outcome.ok && outcome.schema.properties.proceed_2, {
    title: "Proceed",
    description: "Yes goes on with these values; no declines to answer",
    type: "boolean",
  });
});

function toProperty(field: object, version: { protocolVersion: string }): unknown {
  const outcome = toFormSchema(ask({ a: field }), version);
  if (!outcome.ok) throw new Error(outcome.reason);
  return outcome.schema.properties.a;
}
