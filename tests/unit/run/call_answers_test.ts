import { assertEquals } from "@std/assert";
import { WorkflowError } from "../../../src/errors.ts";
import { CallAnswers } from "../../../src/run/call_answers.ts";
import type { HostCall, HostCallResult } from "../../../src/run/protocol.ts";

type Answer = (runId: string, call: HostCall, signal: AbortSignal) => Promise<unknown>;

function makeAnswers(answer: Answer): { answers: CallAnswers; sent: HostCallResult[] } {
  const sent: HostCallResult[] = [];
  return { answers: new CallAnswers({ answer, send: (result) => sent.push(result) }), sent };
}

const CALL = { type: "host_call", runId: "r", method: "m", params: 1 } as const;

async function settled(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 0));
}

Deno.test("CallAnswers answers each call once, with what it came to or what was thrown", async () => {
  const { answers, sent } = makeAnswers((runId, { method, params }) =>
    params === 1
      ? Promise.resolve({ runId, method })
      : Promise.reject(new WorkflowError("business_error", "no", { errCode: 7 }))
  );
  answers.take({ ...CALL, id: 1 });
  answers.take({ ...CALL, id: 2, params: 2 });
  await settled();
  assertEquals(sent, [
    { id: 1, ok: true, result: { runId: "r", method: "m" } },
    { id: 2, ok: false, error: { code: "business_error", message: "no", errCode: 7 } },
  ]);
});

Deno.test("CallAnswers tells the answerer of a call that is given up, and sends nothing for it", async () => {
  const signals: AbortSignal[] = [];
  const { answers, sent } = makeAnswers((_runId, _call, signal) => {
    signals.push(signal);
    return new Promise((resolve) => signal.addEventListener("abort", () => resolve("too late")));
  });
  answers.take({ ...CALL, id: 1 });
  answers.take({ ...CALL, id: 2 });
  answers.abort(1);
  answers.abort(9);
  await settled();
  assertEquals(signals.map(({ aborted }) => aborted), [true, false]);
  answers.abortAll(new Error("gone"));
  await settled();
  assertEquals(signals.map(({ aborted }) => aborted), [true, true]);
  assertEquals(sent, []);
});
