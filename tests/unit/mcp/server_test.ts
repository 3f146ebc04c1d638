import { assertEquals } from "@std/assert";
import { serveMcp } from "../../../src/mcp/server.ts";
import { StdioTransport } from "../../../src/mcp/stdio.ts";
import { fakeHandlers, textResult } from "./_fake_handlers.ts";
import { TestClient } from "./_test_client.ts";

const CALL = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "echo" } };

Deno.test('serveMcp() ends with "eof" when the client closes its side', async () => {
  assertEquals(await new TestClient().close(), "eof");
});

Deno.test("serveMcp() lets calls answer that end soon after the input", async () => {
  const started = Promise.withResolvers<void>();
  const result = Promise.withResolvers<ReturnType<typeof textResult>>();
  const handlers = fakeHandlers({ callTool: () => (started.resolve(), result.promise) });
  const client = new TestClient(handlers, { graceMs: 60_000 });
  await client.send(CALL);
  await started.promise;
  const ended = client.close();
  result.resolve(textResult("late"));
  assertEquals(await ended, "eof");
  assertEquals(client.answers, [{ jsonrpc: "2.0", id: 1, result: textResult("late") }]);
});

Deno.test("serveMcp() aborts calls that take longer, and answers them no more", async () => {
  let reason: unknown;
  const handlers = fakeHandlers({
    callTool: (_name, _args, { signal }) =>
      new Promise((resolve) =>
        signal.addEventListener("abort", () => {
          reason = signal.reason.message;
          resolve(textResult("too late"));
        })
      ),
  });
  const client = new TestClient(handlers, { graceMs: 0 });
  await client.send(CALL);
  assertEquals(await client.close(), "eof");
  assertEquals(reason, "The connection to the client has ended");
  assertEquals(client.answers, []);
});

Deno.test('serveMcp() ends with "closed" when its output breaks, and aborts what is pending', async () => {
  const aborted = Promise.withResolvers<void>();
  const handlers = fakeHandlers({
    callTool: (_name, _args, { signal }) =>
      new Promise(() => signal.addEventListener("abort", () => aborted.resolve())),
  });
  const client = new TestClient(handlers);
  await client.send(CALL);
  client.breakOutput();
  await client.send({ jsonrpc: "2.0", id: 2, method: "ping" });
  assertEquals(await client.ended, "closed");
  await aborted.promise;
});

Deno.test('serveMcp() ends with "aborted" when its signal is aborted, before or after it began', async () => {
  assertEquals(await new TestClient(fakeHandlers(), { signal: AbortSignal.abort() }).ended, "aborted");
  const controller = new AbortController();
  const client = new TestClient(fakeHandlers(), { signal: controller.signal });
  await client.ask("ping");
  controller.abort();
  assertEquals(await client.ended, "aborted");
});

Deno.test("serveMcp() does not wait for calls once its signal is aborted, although the input has ended", async () => {
  const controller = new AbortController();
  const client = new TestClient(fakeHandlers(), { signal: controller.signal, graceMs: 60_000 });
  await client.send({ ...CALL, params: { name: "wait" } });
  const ended = client.close();
  setTimeout(() => controller.abort()); // One turn later, when the end of the input has been seen.
  assertEquals(await ended, "eof");
});

Deno.test("serveMcp() gives up an answer that nobody reads", async () => {
  const input = new Response('{"jsonrpc":"2.0","id":1,"method":"ping"}\n').body ?? undefined;
  const transport = new StdioTransport({
    ...(input ? { input } : {}),
    output: { write: () => new Promise(() => {}) },
  });
  assertEquals(await serveMcp(transport, fakeHandlers(), { graceMs: 0 }), "eof");
});

Deno.test("serveMcp() has written every answer when it ends", async () => {
  const written: string[] = [];
  const output = {
    async write(bytes: Uint8Array): Promise<number> {
      for (let turn = 0; turn < 20; turn++) await Promise.resolve();
      written.push(new TextDecoder().decode(bytes.subarray(0, 7)));
      return Math.min(7, bytes.length);
    },
  };
  const lines = Array.from({ length: 50 }, (_, id) => JSON.stringify({ ...CALL, id }));
  const input = ReadableStream.from([new TextEncoder().encode(lines.join("\n"))]);
  await serveMcp(new StdioTransport({ input, output }), fakeHandlers());
  const answers = written.join("").trimEnd().split("\n").map((line) => JSON.parse(line).id);
  assertEquals(answers.sort((a, b) => a - b), lines.map((_, id) => id));
});
