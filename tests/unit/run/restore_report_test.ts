import { assert, assertEquals } from "@std/assert";
import { toRelatedKey } from "../../../src/core/related_key.ts";
import { recordGiven } from "../../../src/run/record_given.ts";
import { restoreReport } from "../../../src/run/restore_report.ts";
import type { Journal } from "../../../src/store/journal/journal.ts";
import { answerTo, field, makeTestDir, newRun, question, step } from "../../fixtures/journal/samples.ts";

/** A run that has done a step, was answered once, and asks `b`. */
function beginAsking(journal: Journal): string {
  const runId = journal.begin(newRun({ startedAt: 1000 }));
  journal.recordStep(runId, step(0));
  journal.recordAnswer(runId, answerTo(question("a"), { startOrder: 2, endOrder: 3 }));
  journal.recordStep(runId, step(2, { outcome: { ok: false, error: { name: "Error", message: "boom" } } }));
  journal.openInteraction(runId, question("b"), { startOrder: 6, askedAt: 4000 });
  return runId;
}

function restore(journal: Journal, runId: string) {
  const stored = journal.get(runId);
  assert(stored);
  return restoreReport(stored, journal).build(9000);
}

Deno.test("restoreReport() tells what a run has done, what it was answered and what it asks", () => {
  using data = makeTestDir();
  const journal = data.open();
  const report = restore(journal, beginAsking(journal));
  assertEquals([report.status, report.finishedAt, report.params], ["waiting_for_input", null, {
    prompt: "hello",
  }]);
  assertEquals(report.statuses, [
    { status: "running", at: "1970-01-01T00:00:01.000Z" },
    { status: "waiting_for_input", at: "1970-01-01T00:00:04.000Z" },
  ]);
  assertEquals(report.nodes.map(({ id, status, error }) => [id, status, error?.message]), [
    ["step-0", "success", undefined],
    ["step-2", "failed", "boom"],
  ]);
  assertEquals(report.interactions.map(({ id, askedAt, action }) => [id, askedAt, action]), [
    ["a", "1970-01-01T00:00:02.000Z", "accept"],
    ["b", "1970-01-01T00:00:04.000Z", null],
  ]);
});

Deno.test("recordGiven() writes an answer behind everything that the run has done", () => {
  using data = makeTestDir();
  const journal = data.open();
  const runId = beginAsking(journal);
  journal.openInteraction(runId, question("c"), { startOrder: 7, askedAt: 4001 });
  const answer = { action: "accept", values: { tone: "formal" } } as const;
  const event = recordGiven(journal, runId, { key: "b", answer, files: {} });
  assert(event?.type === "answered");
  assertEquals([event.key, event.answer], ["b", answer]);
  assertEquals(journal.pending(runId).map(({ request }) => request.key), ["c"]);
  const recorded = journal.replay(runId).answers.at(-1);
  assertEquals([recorded?.answer, recorded?.startOrder, recorded?.endOrder, recorded?.askedAt], [
    answer,
    6,
    8,
    4000,
  ]);
  const report = restore(journal, runId);
  assertEquals(report.interactions.map(({ id, action }) => [id, action]), [["a", "accept"], ["b", "accept"], [
    "c",
    null,
  ]]);
});

Deno.test("recordGiven() writes no secret, and nothing for what is not asked", () => {
  using data = makeTestDir();
  const journal = data.open();
  const runId = journal.begin(newRun());
  const request = question("login", { fields: [field("user"), field("password", { secret: true })] });
  journal.openInteraction(runId, request, { startOrder: 0, askedAt: 1 });
  const answer = { action: "accept", values: { user: "ada", password: "hunter2" } } as const;
  assertEquals(recordGiven(journal, runId, { key: "other", answer, files: {} }), undefined);
  recordGiven(journal, runId, { key: "login", answer, files: {} });
  assertEquals(journal.replay(runId).answers[0]?.answer, { action: "accept", values: { user: "ada" } });
});

Deno.test("restoreReport() keeps the tokens that turns of models took", () => {
  using data = makeTestDir();
  const journal = data.open();
  const runId = journal.begin(newRun());
  const usage = { inputTokens: 1, outputTokens: 2, totalTokens: 3 };
  journal.recordStep(runId, step(0, { usage }));
  journal.recordStep(runId, step(1, { usage }));
  journal.recordStep(runId, step(2));
  assertEquals(restore(journal, runId).usage, { inputTokens: 2, outputTokens: 4, totalTokens: 6, turns: 2 });
});

Deno.test("restoreReport() tells of steps that have begun and not ended, each before what is in it", () => {
  using data = makeTestDir();
  const journal = data.open();
  const runId = journal.begin(newRun());
  journal.recordStep(runId, step(0));
  journal.recordStep(runId, step(1, { key: "outer/agent/turn", id: "turn", parent: "agent" }));
  journal.openInteraction(runId, { ...question("outer/?ok"), node: "outer" }, {
    startOrder: 4,
    askedAt: 4000,
  });
  assertEquals(
    restore(journal, runId).nodes.map(({ id, title, parent, status }) => [id, title, parent, status]),
    [
      ["step-0", "Step 0", null, "success"],
      ["outer", "outer", null, "running"],
      ["agent", "agent", "outer", "running"],
      ["turn", "Step 1", "agent", "success"],
    ],
  );
});

Deno.test("restoreReport() tells of the step in which a related run asks, whatever is around the question there", () => {
  using data = makeTestDir();
  const journal = data.open();
  const runId = journal.begin(newRun());
  journal.recordStep(runId, step(0, { key: "outer/a", id: "a", parent: "outer" }));
  const key = toRelatedKey("outer/billing", { runId: "20260101-abcd", key: "there/deep/?ok" });
  journal.openInteraction(runId, { ...question(key), node: "billing" }, { startOrder: 4, askedAt: 4000 });
  assertEquals(restore(journal, runId).nodes.map(({ id, parent }) => [id, parent]), [
    ["outer", null],
    ["a", "outer"],
    ["billing", "outer"],
  ]);
});
