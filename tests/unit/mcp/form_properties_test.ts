import { assertEquals } from "@std/assert";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import fc from "fast-check";
import { readFormAnswer } from "../../../src/mcp/form_answer.ts";
import { toFormSchema } from "../../../src/mcp/form_schema.ts";
import { validateAnswer } from "../../../src/run/validate_answer.ts";
import { ask } from "./_ask.ts";

/** A field as an author writes it, a value for it, and how a client sends that. */
interface Case {
  readonly field: Record<string, unknown>;
  readonly value: unknown;
  readonly sent: unknown;
}

const text = fc.string({ minLength: 1 }).filter((words) => words.trim() !== "");
const words = fc.record({
  title: text,
  description: text,
  required: fc.boolean(),
}, { requiredKeys: [] });
const same = (field: Record<string, unknown>, values: fc.Arbitrary<unknown>): fc.Arbitrary<Case> =>
  values.map((value) => ({ field, value, sent: value }));
const FORMATS = {
  "date": "2026-01-31",
  "date-time": "2026-01-31T09:30:00Z",
  "time": "09:30:00Z",
  "email": "a@example.com",
  "uri": "https://example.com/a",
};
const labelled = <T>(values: readonly T[]) =>
  fc.tuple(
    ...values.map((value) =>
      fc.oneof(
        fc.constant(value),
        fc.record({ value: fc.constant(value), label: text }),
      )
    ),
  );
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
const values = fc.oneof(
  fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 4 }).map((list) => ({ type: "string", list })),
  fc.uniqueArray(number, { minLength: 1, maxLength: 4 }).map((list) => ({ type: "number", list })),
);

const single: fc.Arbitrary<Case> = fc.oneof(
  same({ type: "string" }, fc.string()),
  fc.tuple(fc.nat(3), fc.integer({ min: 3, max: 8 })).chain(([minLength, maxLength]) =>
    same(
      { type: "string", minLength, maxLength },
      fc.string({ minLength, maxLength, unit: "grapheme-ascii" }),
    )
  ),
  fc.constantFrom(...Object.entries(FORMATS)).chain(([format, value]) =>
    same({ type: "string", format }, fc.constant(value))
  ),
  same({ type: "string", pattern: "^a+$" }, fc.constantFrom("a", "aaa")),
  same({ type: "number" }, number),
  same({ type: "number", integer: true, minimum: -5, maximum: 5 }, fc.integer({ min: -5, max: 5 })),
  same({ type: "boolean" }, fc.boolean()),
  values.chain(({ type, list }) =>
    fc.record({ options: labelled<string | number>(list), value: fc.constantFrom<string | number>(...list) })
      .map(({ options, value }) => ({ field: { type, options }, value, sent: String(value) }))
  ),
);

const several: fc.Arbitrary<Case> = values.chain(({ type, list }) =>
  fc.record({
    options: labelled<string | number>(list),
    value: fc.shuffledSubarray<string | number>([...list], { minLength: 1 }),
    isCheckboxes: fc.boolean(),
  }).map(({ options, value, isCheckboxes }) => ({
    field: isCheckboxes && type === "string"
      ? { type: "checkboxes", options }
      : { type, multiple: true, options },
    value,
    sent: value.map(String),
  }))
);

function form(field: fc.Arbitrary<Case>): fc.Arbitrary<Record<string, Case>> {
  const described = fc.tuple(field, words).map(([one, more]) => ({
    ...one,
    field: { ...one.field, ...more },
  }));
  const name = fc.stringMatching(/^[a-z_][a-zA-Z0-9_-]{0,8}$/).filter((text) =>
    !text.startsWith("no-") && !["constructor", "prototype", "__proto__"].includes(text)
  );
  return fc.dictionary(name, described, { minKeys: 1, maxKeys: 5, noNullPrototype: true });
}

for (
  const [protocolVersion, field] of [
    ["2025-06-18", single],
    ["2025-11-25", fc.oneof(single, several)],
    ["2026-07-28", fc.oneof(single, several)],
  ] as const
) {
  Deno.test(`the official client takes every form for ${protocolVersion} and strips nothing, and valid answers come back as they were`, async () => {
    await fc.assert(fc.asyncProperty(form(field), async (cases) => {
      const request = ask(mapValues(cases, (one) => one.field));
      const outcome = toFormSchema(request, { protocolVersion });
      if (!outcome.ok) throw new Error(outcome.reason);
      const asked = {
        method: "elicitation/create",
        params: { mode: "form", message: request.message, requestedSchema: outcome.schema },
      };
      assertEquals(ElicitRequestSchema.parse(asked), asked);
      assertEquals(outcome.schema.required.length > 0, true);
      const extra = Object.fromEntries(
        outcome.schema.required.filter((name) => !Object.hasOwn(cases, name)).map((name) => [name, true]),
      );
      const content = { ...mapValues(cases, (one) => one.sent), ...extra };
      const answer = await readFormAnswer(request, { action: "accept", content }, {
        validate: (given) => validateAnswer(request, given),
      });
      assertEquals(answer, { action: "accept", values: mapValues(cases, (one) => one.value) as never });
    }));
  });
}

function mapValues<T, U>(object: Record<string, T>, map: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]));
}
