import { assertEquals } from "@std/assert";
import { WorkflowError } from "../../../src/errors.ts";
import type { ToolResult } from "../../../src/mcp/handlers.ts";
import { fakeHandlers, textResult } from "./_fake_handlers.ts";
import { TestClient } from "./_test_client.ts";

const PING = { jsonrpc: "2.0", id: "ping", method: "ping" };
const PONG = { jsonrpc: "2.0", id: "ping", result: {} };

Deno.test("Connection serves requests at the same time and answers them as they end", async () => {
  const first = Promise.withResolvers<ToolResult>();
  const handlers = fakeHandlers({
    callTool: (name) => name === "wait" ? first.promise : Promise.resolve(textResult("second")),
  });
  const client = new TestClient(handlers);
  await client.send(call(1, "wait"), call(2, "echo"));
  assertEquals((await client.next()).id, 2);
  first.resolve(textResult("first"));
  assertEquals((await client.next()).id, 1);
  await client.close();
});

Deno.test("Connection does not begin a call that was cancelled in the same chunk, and does not answer it", async () => {
  let calls = 0;
  const handlers = fakeHandlers({ callTool: () => (calls++, Promise.resolve(textResult(""))) });
  const client = new TestClient(handlers);
  await client.send(call(1, "echo"), cancel(1), PING);
  assertEquals(await client.next(), PONG);
  await client.close();
  assertEquals({ calls, answers: client.answers }, { calls: 0, answers: [PONG] });
});

for (const id of [0, 1, "", "a", "0"]) {
  Deno.test(`Connection cancels a running call with the id ${JSON.stringify(id)} and does not answer it`, async () => {
    const started = Promise.withResolvers<AbortSignal>();
    const handlers = fakeHandlers({
      callTool: (_name, _args, { signal }) => {
        started.resolve(signal);
        return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
      },
    });
    const client = new TestClient(handlers);
    await client.send(call(id, "wait"));
    const signal = await started.promise;
    await client.send(cancel(id, "no longer needed"), PING);
    assertEquals(await client.next(), PONG);
    assertEquals(signal.reason instanceof WorkflowError && signal.reason.code, "cancelled");
    assertEquals(signal.reason.message, "The client cancelled the call: no longer needed");
    await client.close();
    assertEquals(client.answers, [PONG]);
  });
}

Deno.test("Connection drops the result of a call that ends although it was cancelled", async () => {
  const started = Promise.withResolvers<void>();
  const result = Promise.withResolvers<ToolResult>();
  const client = new TestClient(fakeHandlers({ callTool: () => (started.resolve(), result.promise) }));
  await client.send(call(1, "echo"));
  await started.promise;
  await client.send(cancel(1), PING);
  result.resolve(textResult("nobody waits for this"));
  await client.close();
  assertEquals(client.answers, [PONG]);
});

Deno.test("Connection ignores a cancel that is late, repeated, malformed or of an id that it does not know", async () => {
  const client = new TestClient();
  await client.ask("tools/call", { name: "echo" }, 1);
  await client.send(cancel(1), cancel(1), cancel("1"), cancel(99), cancel(null), cancel({}));
  await client.send({ jsonrpc: "2.0", method: "notifications/cancelled" }, PING);
  await client.close();
  assertEquals(client.answers.slice(1), [PONG]);
});

Deno.test("Connection tells the id 5 from the id that is the text 5", async () => {
  const client = new TestClient();
  await client.send(call(5, "wait"), cancel("5"), call("5", "echo"));
  assertEquals((await client.next()).id, "5");
  await client.send(cancel(5));
  await client.close();
  assertEquals(client.answers.length, 1);
});

Deno.test("Connection refuses an id that is still pending, and answers the first request with it", async () => {
  const result = Promise.withResolvers<ToolResult>();
  let calls = 0;
  const client = new TestClient(fakeHandlers({ callTool: () => (calls++, result.promise) }));
  await client.send(call(7, "echo"), call(7, "echo"));
  const refusal = await client.next();
  assertEquals({ id: refusal.id, code: refusal.error.code }, { id: 7, code: -32600 });
  result.resolve(textResult("first"));
  assertEquals(await client.next(), { jsonrpc: "2.0", id: 7, result: textResult("first") });
  assertEquals(calls, 1);
  await client.close();
});

Deno.test("Connection takes an id again once it was answered or cancelled", async () => {
  const client = new TestClient();
  await client.ask("ping", {}, 1);
  await client.send(call(1, "wait"), cancel(1));
  assertEquals(await client.ask("ping", {}, 1), { jsonrpc: "2.0", id: 1, result: {} });
  await client.close();
});

for (
  const method of [
    "resources/list",
    "prompts/list",
    "logging/setLevel",
    "completion/complete",
    "nope",
    "constructor",
    "",
  ]
) {
  Deno.test(`Connection answers ${JSON.stringify(method)} with "method not found"`, async () => {
    const client = new TestClient();
    const { error } = await client.ask(method);
    assertEquals(error, { code: -32601, message: `Method not found: ${method}` });
    await client.close();
  });
}

Deno.test("Connection ignores notifications that it does not know, and answers to questions that it never asked", async () => {
  const client = new TestClient();
  await client.send(
    { jsonrpc: "2.0", method: "notifications/initialized" },
    { jsonrpc: "2.0", method: "notifications/nope", params: { a: 1 } },
    { jsonrpc: "2.0", method: "tools/call", params: { name: "echo" } },
    { jsonrpc: "2.0", id: 1, result: {} },
    { jsonrpc: "2.0", id: 1, error: { code: -1, message: "no" } },
    PING,
  );
  await client.close();
  assertEquals(client.answers, [PONG]);
});

Deno.test("Connection calls onFirstAnswer once, when the first answer has been written", async () => {
  const events: string[] = [];
  const called = Promise.withResolvers<void>();
  const client = new TestClient(fakeHandlers({
    onFirstAnswer: () => {
      events.push(`written: ${client.answers.map(({ id }) => id)}`);
      called.resolve();
    },
  }));
  await client.send("junk", PING);
  await called.promise;
  await client.ask("ping");
  await client.close();
  assertEquals(events, ["written: ,ping"]);
});

Deno.test("Connection asks for the identity once, and answers every request with the reason when there is none", async () => {
  let asked = 0;
  const client = new TestClient(fakeHandlers({
    identity: () => {
      asked++;
      return Promise.reject(new WorkflowError("invalid_project", 'package.json: "id" is missing'));
    },
  }));
  const expected = {
    code: -32603,
    message: 'package.json: "id" is missing',
    data: { code: "invalid_project" },
  };
  assertEquals((await client.ask("initialize", { protocolVersion: "2025-06-18" })).error, expected);
  assertEquals((await client.ask("tools/list")).error, expected);
  assertEquals((await client.ask("tools/call", { name: "echo" })).error, expected);
  assertEquals(asked, 1);
  await client.close();
});

Deno.test("Connection hands out progress only where the client gave a token, 0 and the empty text included", async () => {
  const seen: boolean[] = [];
  const handlers = fakeHandlers({
    callTool: (_name, _args, { progress }) => {
      seen.push(progress !== undefined);
      progress?.({ progress: 0.5, total: 1, message: "half" });
      return Promise.resolve(textResult(""));
    },
  });
  const client = new TestClient(handlers);
  const metas = [undefined, null, {}, { progressToken: null }, { progressToken: {} }];
  for (const _meta of metas) await client.ask("tools/call", { name: "echo", _meta });
  assertEquals(seen, metas.map(() => false));
  for (const progressToken of [0, "", "abc", 1.5]) {
    await client.send({ ...call(1, "echo"), params: { name: "echo", _meta: { progressToken } } });
    assertEquals(await client.next(), {
      jsonrpc: "2.0",
      method: "notifications/progress",
      params: { progressToken, progress: 0.5, total: 1, message: "half" },
    });
    assertEquals((await client.next()).id, 1);
  }
  await client.close();
});

Deno.test("Connection sends no progress after the answer, nor after a cancel", async () => {
  const reports: (() => void)[] = [];
  const handlers = fakeHandlers({
    callTool: (name, _args, { progress, signal }) => {
      reports.push(() => progress?.({ progress: reports.length }));
      if (name === "echo") return Promise.resolve(textResult(""));
      return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    },
  });
  const client = new TestClient(handlers);
  const params = { name: "echo", _meta: { progressToken: 1 } };
  await client.ask("tools/call", params, 1);
  await client.send({ ...call(2, "wait"), params: { ...params, name: "wait" } });
  await client.ask("ping", {}, 3);
  await client.send(cancel(2));
  await client.ask("ping", {}, 4);
  for (const report of reports) report();
  await client.close();
  assertEquals(client.answers.map(({ id }) => id), [1, 3, 4]);
});

Deno.test("Connection survives reports of progress that say megabytes", async () => {
  const handlers = fakeHandlers({
    callTool: (_name, _args, { progress }) => {
      progress?.({ progress: 1, message: "x".repeat(11 * 1024 * 1024) });
      return Promise.resolve(textResult(""));
    },
  });
  const client = new TestClient(handlers);
  const params = { name: "echo", _meta: { progressToken: 1 } };
  assertEquals((await client.ask("tools/call", params)).params.message.length, 2000);
  assertEquals((await client.next()).result, textResult(""));
  await client.close();
});

function call(id: string | number, name: string): object {
  return { jsonrpc: "2.0", id, method: "tools/call", params: { name } };
}

function cancel(requestId: unknown, reason?: string): object {
  return {
    jsonrpc: "2.0",
    method: "notifications/cancelled",
    params: { requestId, ...(reason ? { reason } : {}) },
  };
}
