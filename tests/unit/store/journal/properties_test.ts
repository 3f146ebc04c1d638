import { assertEquals } from "@std/assert";
import fc from "fast-check";
import type { FieldSpec } from "../../../../src/core/interaction.ts";
import type { AnswerRecord, StepRecord } from "../../../../src/store/journal/records.ts";
import { makeTestDir, newRun, step } from "../../../fixtures/journal/samples.ts";

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: "binary" }),
  fc.constantFrom("", "a", "\0", "a\0b", "\ud800", "\udfff"),
);
const order = fc.nat();
const scalar = fc.oneof(text, fc.integer(), fc.boolean());
const value = fc.oneof(scalar, fc.array(scalar));

const stepRecord: fc.Arbitrary<StepRecord> = fc.record({
  key: text,
  id: text,
  title: text,
  parent: fc.option(text),
  startOrder: order,
  endOrder: order,
  startedAt: order,
  finishedAt: order,
  attempts: order,
  outcome: fc.oneof(
    fc.record({ ok: fc.constant<true>(true), result: fc.jsonValue().map(afterJson) }),
    fc.record({ ok: fc.constant<false>(false), error: fc.record({ name: text, message: text }) }),
  ),
});

const field: fc.Arbitrary<FieldSpec> = fc.record({
  name: text,
  type: fc.constantFrom<FieldSpec["type"]>("string", "number", "boolean", "checkboxes", "file"),
  required: fc.boolean(),
  multiple: fc.boolean(),
  secret: fc.constant(false),
  description: text,
  default: value,
}, { requiredKeys: ["name", "type", "required", "multiple", "secret"] });

const answerRecord: fc.Arbitrary<AnswerRecord> = fc.record({
  request: fc.record({
    key: text,
    id: text,
    kind: fc.constantFrom<"ask" | "approve">("ask", "approve"),
    message: text,
    fields: fc.array(field, { maxLength: 3 }),
    node: fc.option(text),
  }),
  answer: fc.oneof(
    fc.record({
      action: fc.constant<"accept">("accept"),
      values: fc.dictionary(text, value, { noNullPrototype: true }),
    }),
    fc.record({ action: fc.constant<"decline">("decline") }),
  ),
  files: fc.dictionary(
    text,
    fc.record({ id: text, name: text, size: order, mediaType: text, path: text }),
    { noNullPrototype: true, maxKeys: 2 },
  ),
  startOrder: order,
  endOrder: order,
  askedAt: order,
  answeredAt: order,
});

Deno.test("replay() gives back whatever was recorded, the last of each key, in the order of starting", () => {
  using data = makeTestDir();
  const journal = data.open();
  const records = fc.array(fc.oneof(stepRecord, answerRecord), { maxLength: 12 });
  fc.assert(fc.property(records, (sequence) => {
    const runId = journal.begin(newRun());
    for (const one of sequence) {
      if ("request" in one) journal.recordAnswer(runId, one);
      else journal.recordStep(runId, one);
    }
    const steps = sequence.filter((one) => !("request" in one)) as StepRecord[];
    const answers = sequence.filter((one) => "request" in one) as AnswerRecord[];
    assertEquals(journal.replay(runId), {
      steps: inOrder(steps, ({ key }) => key),
      answers: inOrder(answers, ({ request }) => request.key),
    });
  }));
});

Deno.test("a run's values, files and entrypoint come back as they were given", () => {
  using data = makeTestDir();
  const journal = data.open();
  const file = fc.record({ id: text, name: text, size: order, mediaType: text, path: text });
  const files = fc.dictionary(text, fc.oneof(file, fc.array(file, { maxLength: 2 })), {
    noNullPrototype: true,
  });
  const values = fc.dictionary(text, value, { noNullPrototype: true });
  fc.assert(fc.property(values, files, fc.array(field), (values, files, params) => {
    const run = newRun({ values, files, entrypoint: { ...newRun().entrypoint, description: "", params } });
    const stored = journal.get(journal.begin(run));
    assertEquals([stored?.values, stored?.files, stored?.entrypoint], [values, files, run.entrypoint]);
  }));
});

Deno.test("a megabyte of result comes back", () => {
  using data = makeTestDir();
  const journal = data.open();
  const runId = journal.begin(newRun());
  const large = step(0, { outcome: { ok: true, result: { text: "é".repeat(1 << 20) } } });
  journal.recordStep(runId, large);
  assertEquals(journal.replay(runId).steps, [large]);
});

/** The last of each key, at the place of its first, then by start. */
function inOrder<T extends { readonly startOrder: number }>(
  records: readonly T[],
  keyOf: (record: T) => string,
): T[] {
  const byKey = new Map(records.map((record) => [keyOf(record), record]));
  return [...byKey.values()].sort((a, b) => a.startOrder - b.startOrder);
}

/** Without what JSON does not keep: -0. */
function afterJson(json: unknown): unknown {
  return JSON.parse(JSON.stringify(json));
}
