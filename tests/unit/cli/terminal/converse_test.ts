import { assert, assertEquals, assertRejects } from "@std/assert";
import { converse } from "../../../../src/cli/terminal/converse.ts";
import { WorkflowError } from "../../../../src/errors.ts";
import type { InteractionRequest } from "../../../../src/core/interaction.ts";
import type { EndedRun, RunResult } from "../../../../src/run/active_run.ts";
import type { RunAnswer } from "../../../../src/run/run_service.ts";
import { fakeReport } from "../../../fixtures/run_report.ts";
import { approval, question } from "../../../fixtures/questions.ts";
import { Typist } from "./_typist.ts";

const signal = new AbortController().signal;
const WORD = question({ word: { type: "string", required: true } }, "word");
const ENDED: EndedRun = {
  status: "ended",
  report: { ...fakeReport({ output: 1 }), status: "success" },
};

function asks(request: InteractionRequest, over: Promise<EndedRun> = new Promise(() => {})): RunResult {
  const report = fakeReport({ output: null, status: "waiting_for_input" });
  return { status: "waiting", request, report, over };
}

/** Runs that come to these results, answer by answer. */
function fakeRuns(...results: readonly (RunResult | Error)[]) {
  const left = [...results];
  const answers: RunAnswer[] = [];
  const answer = (given: RunAnswer) => {
    answers.push(given);
    const result = left.shift();
    return result instanceof Error ? Promise.reject(result) : Promise.resolve(result ?? ENDED);
  };
  return { answers, answer };
}

Deno.test("converse() asks until the run has ended", async () => {
  const runs = fakeRuns(asks(approval()), ENDED);
  const terminal = new Typist("hello", "no", "too early");
  assertEquals(await converse(asks(WORD), { runs, terminal, force: true, signal }), ENDED);
  const { runId } = ENDED.report;
  assertEquals(runs.answers, [
    { runId, key: "?word", answer: { action: "accept", values: { word: "hello" } }, force: true, signal },
    {
      runId,
      key: "?send",
      answer: { action: "accept", values: { approved: false, reason: "too early" } },
      force: true,
      signal,
    },
  ]);
  assert(terminal.screen.includes(`Run ${runId} of Main asks (Ctrl-C leaves it waiting):\n\nWhich style?\n`));
});

Deno.test("converse() asks nothing of a run that has ended", async () => {
  const runs = fakeRuns();
  assertEquals(await converse(ENDED, { runs, terminal: new Typist(), signal }), ENDED);
  assertEquals(runs.answers, []);
});

Deno.test("converse() leaves a question where the person ends the input", async () => {
  const runs = fakeRuns();
  const waiting = asks(WORD);
  assertEquals(await converse(waiting, { runs, terminal: new Typist(), signal }), waiting);
  assertEquals(runs.answers, []);
});

Deno.test("converse() asks again for a file that cannot be taken", async () => {
  const rejected = new WorkflowError("file_rejected", "Cannot import it: there is no such file");
  const runs = fakeRuns(rejected, ENDED);
  const terminal = new Typist("one", "two");
  assertEquals(await converse(asks(WORD), { runs, terminal, signal }), ENDED);
  assertEquals(runs.answers.length, 2);
  assert(terminal.screen.includes("\nCannot import it: there is no such file\n"));
});

Deno.test("converse() stops when somebody else has answered", async () => {
  const gone = new WorkflowError(
    "not_resumable",
    "Cannot go on with run x: another process is at work on it",
  );
  const runs = fakeRuns(gone);
  await assertRejects(() => converse(asks(WORD), { runs, terminal: new Typist("x"), signal }), WorkflowError);
});

Deno.test("converse() stops asking when the run ends meanwhile", async () => {
  const over = Promise.withResolvers<EndedRun>();
  const given = Promise.withResolvers<AbortSignal>();
  const terminal = new Typist();
  terminal.ask = (_prompt, { signal }) => {
    given.resolve(signal);
    return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  };
  const conversing = converse(asks(WORD, over.promise), { runs: fakeRuns(), terminal, signal });
  const asking = await given.promise;
  over.resolve(ENDED);
  assertEquals(await conversing, ENDED);
  assert(asking.aborted);
});
