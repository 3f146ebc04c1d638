import { assertEquals } from "@std/assert";
import { toRelatedKey } from "../../../../src/core/related_key.ts";
import { RelatedQuestions } from "../../../../src/run/related/related_questions.ts";

const KEY = toRelatedKey("billing.invoice", { runId: "20260828-abcd", key: "?large" });
const ANSWER = { key: KEY, answer: { action: "decline" }, files: {} } as const;

Deno.test("RelatedQuestions gives an answer to whoever waits for it", async () => {
  const questions = new RelatedQuestions();
  const waiting = questions.wait(KEY);
  assertEquals(questions.give(ANSWER), true);
  assertEquals(await waiting, ANSWER);
  assertEquals(questions.take(KEY), undefined);
});

Deno.test("RelatedQuestions keeps an answer that comes before its question, for one use", () => {
  const questions = new RelatedQuestions();
  assertEquals(questions.give(ANSWER), true);
  assertEquals(questions.take(KEY), ANSWER);
  assertEquals(questions.take(KEY), undefined);
});

Deno.test("RelatedQuestions leaves answers to the run's own questions alone", () => {
  assertEquals(new RelatedQuestions().give({ ...ANSWER, key: "billing.invoice/?large" }), false);
});

Deno.test("RelatedQuestions keeps for the next worker what is answered when the one before is gone", () => {
  const questions = new RelatedQuestions();
  void questions.wait(KEY);
  questions.forgetWaiting();
  questions.give(ANSWER);
  assertEquals(questions.take(KEY), ANSWER);
});
