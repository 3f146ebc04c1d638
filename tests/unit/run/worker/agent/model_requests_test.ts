import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { WorkflowError } from "../../../../../src/errors.ts";
import type { ModelResponse } from "../../../../../src/run/protocol.ts";
import { ModelRequests } from "../../../../../src/run/worker/agent/model_requests.ts";

const ASK = { path: "/chat/completions", body: "{}", failure: "Cannot ask", model: "m" } as const;

function answer(status: number, retryAfter?: string): ModelResponse {
  return { answered: true, status, body: "", ...(retryAfter === undefined ? {} : { retryAfter }) };
}

/** Sends one request to a server that gives these answers, the last one for ever; waits are only noted. */
function createRequests(...answers: readonly ModelResponse[]) {
  const waits: number[] = [];
  const left = [...answers];
  let count = 0;
  const requests = new ModelRequests({
    request: (_, signal) => {
      signal.throwIfAborted();
      count++;
      const next = left.length > 1 ? left.shift() : left[0];
      return Promise.resolve(next ?? answer(200));
    },
    warn: () => {},
    wait: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
  });
  const signal = new AbortController().signal;
  return { send: () => requests.send(ASK, signal), waits, count: () => count };
}

Deno.test("send() tries a failing server again twice, with growing pauses", async () => {
  const { send, waits } = createRequests(answer(503), answer(502), answer(200));
  assertEquals(await send(), "");
  assertEquals(waits, [500, 1_000]);
});

Deno.test("send() gives a failing server up after three requests", async () => {
  const { send, count } = createRequests(answer(500));
  assertMatch((await assertRejects(send, WorkflowError)).message, /failed \(500\), 3 times$/);
  assertEquals(count(), 3);
});

Deno.test("send() waits as long as a server says, in seconds or by date, and five times at most", async () => {
  const date = new Date(Date.now() + 30_000).toUTCString();
  const { send, waits, count } = createRequests(
    answer(429, "2"),
    answer(429, date),
    answer(429, "soon"),
    answer(429),
  );
  await assertRejects(send, WorkflowError, "takes no more requests for now");
  assertEquals(waits[0], 2_000);
  assertEquals(Math.abs((waits[1] ?? 0) - 30_000) < 2_000, true);
  assertEquals([waits.slice(2), count()], [[2_000, 4_000, 8_000], 6]);
});

Deno.test("send() does not wait for more than a minute", async () => {
  const { send, waits } = createRequests(answer(429, "61"));
  await assertRejects(send, WorkflowError, "it asks to wait 61 s, longer than a run does");
  assertEquals(waits, []);
});

Deno.test("send() makes no request again that was refused", async () => {
  for (const status of [400, 401, 403, 404, 413, 422]) {
    const { send, count } = createRequests(answer(status));
    await assertRejects(send, WorkflowError);
    assertEquals(count(), 1, `status ${status}`);
  }
});

Deno.test("send() tries again what did not come through, where it may pass", async () => {
  const gone = { answered: false, reason: "the model server hung up", isTransient: true } as const;
  const passing = createRequests(gone, answer(200));
  assertEquals(await passing.send(), "");
  const lasting = createRequests({ ...gone, isTransient: false });
  await assertRejects(lasting.send, WorkflowError, "Cannot ask: the model server hung up");
  assertEquals(lasting.count(), 1);
});

Deno.test("send() ends its pause when it is given up", async () => {
  const controller = new AbortController();
  const requests = new ModelRequests({
    request: () => {
      queueMicrotask(() => controller.abort(new Error("given up")));
      return Promise.resolve(answer(429, "30"));
    },
    warn: () => {},
  });
  await assertRejects(() => requests.send(ASK, controller.signal), Error, "given up");
});
