import { assertEquals } from "@std/assert";
import type { AnswerRecord } from "../../../../src/store/journal/records.ts";
import { GivenAnswers } from "../../../../src/run/executor/given_answers.ts";

const RECORD: AnswerRecord = {
  request: { key: "?pay", id: "pay", kind: "approve", message: "Pay?", fields: [], node: null },
  answer: { action: "accept", values: { approved: true } },
  files: {},
  startOrder: 0,
  endOrder: 1,
  askedAt: 1,
  answeredAt: 2,
};

Deno.test("GivenAnswers writes down nothing that nobody has answered", () => {
  const given = new GivenAnswers();
  given.add({ key: "?other", answer: RECORD.answer, files: {} });
  assertEquals(given.complete(RECORD), undefined);
});

Deno.test("GivenAnswers writes down what was answered, whatever the run says that it was", () => {
  const given = new GivenAnswers();
  given.add({ key: "?pay", answer: { action: "decline" }, files: {} });
  assertEquals(given.complete(RECORD)?.answer, { action: "decline" });
  given.add({ key: "?pay", answer: { action: "accept", values: { approved: false } }, files: {} });
  assertEquals(given.complete(RECORD)?.answer, { action: "accept", values: { approved: false } });
});

Deno.test("GivenAnswers leaves out what the run left out, as it does with secrets", () => {
  const given = new GivenAnswers();
  given.add({ key: "?pay", answer: { action: "accept", values: { approved: true, pin: "1" } }, files: {} });
  assertEquals(given.complete(RECORD), RECORD);
});
