import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { ModelServer } from "../../../../src/run/executor/model_server.ts";
import { ModelServer as ScriptedServer, type Script } from "../../../fixtures/model_server.ts";

const ASK = { path: "/chat/completions", body: "{}" } as const;
const KEY = "sk-0123456789abcdef";
const NEVER = new AbortController().signal;

async function ask(script: Script, key = KEY, options = {}) {
  await using scripted = new ScriptedServer(script);
  return await new ModelServer({ url: scripted.url, key }, options).request(ASK, NEVER);
}

Deno.test("request() gives status, body and when to try again", async () => {
  assertEquals(await ask([{ status: 429, headers: { "retry-after": "7", "x-other": "a" }, body: "wait" }]), {
    answered: true,
    status: 429,
    retryAfter: "7",
    body: "wait",
  });
});

Deno.test("request() masks the key in what the server says", async () => {
  const refused = await ask([{ status: 401, body: `{"error":"${KEY}"}` }]);
  assertEquals(refused.answered && refused.body, '{"error":"***"}');
  const success = await ask([{ body: `"${KEY}"` }]);
  assertEquals(success.answered && success.body, '"***"');
});

Deno.test("request() leaves a word that is also the key in an answer, and masks it in a refusal", async () => {
  const answer = await ask([{ body: "use ollama" }], "ollama");
  const refusal = await ask([{ status: 400, body: "not ollama" }], "ollama");
  assertEquals([answer, refusal].map((response) => response.answered && response.body), [
    "use ollama",
    "not ***",
  ]);
});

Deno.test("request() follows no redirect, so that the key stays where it belongs", async () => {
  await using other = new ScriptedServer([{ text: "stolen" }]);
  const response = await ask([{
    status: 308,
    headers: { location: `${other.url}/chat/completions` },
    body: "",
  }]);
  assertEquals([response.answered && response.status, other.requests.length], [308, 0]);
});

Deno.test("request() gives up a server that does not answer in time", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const response = await ask([{ after: promise }], KEY, { limitMs: 100 }).finally(resolve);
  assertEquals(response, {
    answered: false,
    reason: "the model server did not answer within 0.1 s",
    isTransient: false,
  });
});

Deno.test("request() refuses an answer that is too long", async () => {
  const response = await ask([{ body: "x".repeat(200_000) }], KEY, { maxBytes: 1_000 });
  assertEquals(response, {
    answered: false,
    reason: "the model server gave an answer of more than 1000 bytes",
    isTransient: false,
  });
});

Deno.test("request() ends at once when it is given up", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await using scripted = new ScriptedServer([{ after: promise }]);
  const controller = new AbortController();
  const asked = new ModelServer({ url: scripted.url }).request(ASK, controller.signal);
  while (scripted.chats.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  controller.abort(new Error("given up"));
  await assertRejects(() => asked, Error, "given up");
  resolve();
});

Deno.test("request() tells why no server can be asked", async () => {
  const none = await new ModelServer(undefined).request(ASK, NEVER);
  assertMatch(
    none.answered ? "" : none.reason,
    /cannot be asked: nobody has said where it is; `workflow-code auth login`/,
  );
  const faulty = await new ModelServer({ fault: "Cannot use it" }).request(ASK, NEVER);
  assertEquals(faulty, {
    answered: false,
    reason: "the model server cannot be asked: Cannot use it",
    isTransient: false,
  });
});

Deno.test("request() tells a server that nobody is at, without its path", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  listener.close();
  const response = await new ModelServer({ url: `http://127.0.0.1:${port}/secret/v1` }).request(ASK, NEVER);
  assert(!response.answered && response.isTransient);
  assertEquals(
    response.reason,
    `the model server cannot be reached at http://127.0.0.1:${port}: nothing answers there (connection refused)`,
  );
});

Deno.test("request() sends no key where there is none", async () => {
  await using scripted = new ScriptedServer([{ text: "Hi" }]);
  await new ModelServer({ url: scripted.url }).request(ASK, NEVER);
  assertEquals(scripted.chats[0]?.authorization, null);
});
