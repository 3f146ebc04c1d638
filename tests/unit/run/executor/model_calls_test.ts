import { assertEquals } from "@std/assert";
import { ModelCalls } from "../../../../src/run/executor/model_calls.ts";
import type { HostCallResult } from "../../../../src/run/protocol.ts";
import { ModelServer as ScriptedServer } from "../../../fixtures/model_server.ts";

/** A worker that notes what it is answered. */
function createSlot() {
  const answered = Promise.withResolvers<HostCallResult>();
  return { answerCall: answered.resolve, answer: answered.promise };
}

const call = (id: number, params: unknown, method = "model") =>
  ({ type: "host_call", id, method, params }) as const;
const ASK = { path: "/chat/completions", body: "{}" };

Deno.test("take() answers what is about models, and leaves the rest to the host", async () => {
  await using server = new ScriptedServer([]);
  const calls = new ModelCalls({ url: server.url });
  const slot = createSlot();
  assertEquals(calls.take(slot, call(1, {}, "related")), false);
  assertEquals(calls.take(slot, { type: "host_call_abort", id: 1 }), false);
  assertEquals(calls.take(slot, call(2, { path: "/models" })), true);
  const body = '{"data":[{"id":"scripted","object":"model"}]}';
  assertEquals(await slot.answer, { id: 2, ok: true, result: { answered: true, status: 200, body } });
});

Deno.test("take() asks no other address of the server", async () => {
  await using server = new ScriptedServer([]);
  const calls = new ModelCalls({ url: server.url, key: "k" });
  for (
    const params of [
      { path: "/files", body: "{}" },
      { path: "/models/../files" },
      { path: "/models", body: "{}" },
      { path: "/chat/completions" },
      { path: "https://example.com/chat/completions", body: "{}" },
      null,
    ]
  ) {
    const slot = createSlot();
    calls.take(slot, call(1, params));
    const answer = await slot.answer;
    assertEquals(answer.ok ? undefined : answer.error.code, "internal", JSON.stringify(params));
  }
  assertEquals(server.requests, []);
});

for (const how of ["a call that is given up", "a worker that has ended"] as const) {
  Deno.test(`${how} leaves no request behind`, async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await using server = new ScriptedServer([{ after: promise }]);
    const calls = new ModelCalls({ url: server.url });
    const slot = createSlot();
    calls.take(slot, call(1, ASK));
    while (server.chats.length === 0) await delay(5);
    if (how === "a worker that has ended") calls.abandon(slot);
    else calls.take(slot, { type: "host_call_abort", id: 1 });
    while (server.givenUp === 0) await delay(5);
    resolve();
    assertEquals(await Promise.race([slot.answer, delay(20).then(() => "nothing")]), "nothing");
  });
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
