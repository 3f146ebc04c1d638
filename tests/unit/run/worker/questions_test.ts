import { assert, assertEquals, assertRejects } from "@std/assert";
import type { FromWorker, GivenAnswer } from "../../../../src/run/protocol.ts";
import { Questions } from "../../../../src/run/worker/questions.ts";
import { RunJournal } from "../../../../src/run/worker/run_journal.ts";
import { Scopes } from "../../../../src/run/worker/scopes.ts";
import type { AnswerRecord, Replay } from "../../../../src/store/journal/records.ts";

const TONE = { message: "Which tone?", fields: { tone: { type: "string", required: true } } };
const LOGIN = {
  message: "Who?",
  fields: { user: { type: "string", required: true }, pin: { type: "string", secret: true } },
};

/** Questions that a person answers with `answers`, in order. */
function createQuestions(
  answers: readonly GivenAnswer["answer"][],
  { replay = { steps: [], answers: [] }, given = [] }: { replay?: Replay; given?: readonly GivenAnswer[] } =
    {},
) {
  const sent: FromWorker[] = [];
  const left = [...answers];
  const records: AnswerRecord[] = [];
  const post = (message: FromWorker) => {
    sent.push(message);
    queueMicrotask(() => {
      if (message.type === "answer") {
        records.push(message.record);
        journal.written(message.record.endOrder);
      }
      const answer = message.type === "ask" ? left.shift() : undefined;
      if (message.type === "ask" && answer) {
        questions.receive({ key: message.request.key, answer, files: {} });
      }
    });
  };
  const journal: RunJournal = new RunJournal(replay, post);
  const questions: Questions = new Questions({ post, now: () => 0, journal, scopes: new Scopes(), given });
  return { questions, records, sent, asked: () => sent.filter(({ type }) => type === "ask").length };
}

function accept(values: Record<string, string | boolean>): GivenAnswer["answer"] {
  return { action: "accept", values };
}

Deno.test("ask() gives the values and writes the answer down first", async () => {
  const { questions, records } = createQuestions([accept({ tone: "plain" })]);
  assertEquals(await questions.ask("tone", TONE), { tone: "plain" });
  assertEquals(records.map(({ request, answer }) => [request.id, answer]), [[
    "tone",
    accept({ tone: "plain" }),
  ]]);
});

Deno.test("ask() fails with interaction_declined when the person declines", async () => {
  const { questions } = createQuestions([{ action: "decline" }]);
  const error = await assertRejects(
    () => questions.ask("tone", TONE),
    Error,
    'The question "tone" was declined',
  );
  assertEquals((error as Error & { code: string }).code, "interaction_declined");
});

Deno.test("approve() gives the decision, and takes a decline for a no", async () => {
  const { questions } = createQuestions([
    accept({ approved: true, reason: "fine" }),
    accept({ approved: false }),
    { action: "decline" },
  ]);
  assertEquals(await questions.approve("a", { title: "Send?" }), { approved: true, reason: "fine" });
  assertEquals(await questions.approve("a", { title: "Send?", detail: "to all" }), { approved: false });
  assertEquals(await questions.approve("a", { title: "Send?" }), { approved: false });
});

Deno.test("a resumed run does not ask again what was answered", async () => {
  const first = createQuestions([accept({ tone: "plain" }), accept({ approved: true })]);
  await first.questions.ask("tone", TONE);
  await first.questions.approve("send", { title: "Send?" });
  const second = createQuestions([], { replay: { steps: [], answers: first.records } });
  assertEquals(await second.questions.ask("tone", TONE), { tone: "plain" });
  assertEquals(await second.questions.approve("send", { title: "Send?" }), { approved: true });
  assertEquals(second.asked(), 0);
});

Deno.test("a secret is given to the run and never written, so a resumed run asks again", async () => {
  const first = createQuestions([accept({ user: "ada", pin: "1234" })]);
  assertEquals(await first.questions.ask("login", LOGIN), { user: "ada", pin: "1234" });
  assertEquals(first.records[0]?.answer, accept({ user: "ada" }));
  const second = createQuestions([accept({ user: "ada", pin: "5678" })], {
    replay: { steps: [], answers: first.records },
  });
  assertEquals(await second.questions.ask("login", LOGIN), { user: "ada", pin: "5678" });
});

Deno.test("an answer that came while no worker was there is taken at once", async () => {
  const given = [{ key: "?tone", answer: accept({ tone: "formal" }), files: {} }];
  const { questions, records, asked } = createQuestions([], { given });
  assertEquals(await questions.ask("tone", TONE), { tone: "formal" });
  assertEquals([records.length, asked()], [1, 0]);
});

Deno.test("ask() says what is wrong with a form", async () => {
  const { questions } = createQuestions([]);
  const cases: [unknown, string][] = [
    [undefined, "expected an object"],
    [{ fields: {} }, "message: expected a text"],
    [{ message: "m", fields: {} }, "fields: expected at least one field"],
    [{ message: "m", fields: { a: { type: "positional" } } }, 'fields.a.type: expected "string" in a form'],
    [{ message: "m", fields: { a: { type: "strin" } } }, "fields.a.type"],
    [{ message: "m", fields: { a: { type: "string", secret: 1 } } }, "fields.a.secret"],
    [{ message: "m", fields: { a: { type: "string" } }, titel: 1 }, "titel"],
  ];
  for (const [form, message] of cases) await assertRejects(() => questions.ask("x", form), Error, message);
  await assertRejects(() => questions.ask("", TONE), TypeError, "the question's id");
  await assertRejects(() => questions.approve("x", {}), Error, "title: expected a text");
});

Deno.test("the default of a secret field is filled in here, and told to nobody", async () => {
  const { questions, sent } = createQuestions([accept({}), accept({ pin: "4321" })]);
  const form = {
    message: "Who?",
    fields: {
      user: { type: "string", default: "ada" },
      pin: { type: "string", secret: true, default: "1234" },
      codes: { type: "string", secret: true, multiple: true, default: ["5678"] },
    },
  };
  assertEquals(await questions.ask("login", form), { pin: "1234", codes: ["5678"] });
  assertEquals(await questions.ask("login", form), { pin: "4321", codes: ["5678"] });
  assert(!/1234|5678/.test(JSON.stringify(sent)), JSON.stringify(sent));
});
