import { assertEquals, assertStringIncludes } from "@std/assert";
import { MAX_INCOMING_BYTES } from "../../../src/mcp/stdio.ts";
import { fakeHandlers, textResult } from "./_fake_handlers.ts";
import { TestClient } from "./_test_client.ts";

const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
const encoder = new TextEncoder();

Deno.test("StdioTransport reads lines that end with CR LF, and one that ends with the input", async () => {
  const client = new TestClient();
  await client.sendBytes(encoder.encode(`${PING}\r\n${PING.replace("1,", "2,")}`));
  assertEquals(await client.next(), { jsonrpc: "2.0", id: 1, result: {} });
  await client.close();
  assertEquals(await client.next(), { jsonrpc: "2.0", id: 2, result: {} });
});

Deno.test("StdioTransport drops a byte order mark", async () => {
  const client = new TestClient();
  await client.sendBytes(new Uint8Array([0xef, 0xbb, 0xbf, ...encoder.encode(`${PING}\n`)]));
  assertEquals(await client.next(), { jsonrpc: "2.0", id: 1, result: {} });
  await client.close();
});

Deno.test("StdioTransport ignores blank lines", async () => {
  const client = new TestClient();
  await client.send("", "   ", "\r", "\t", PING);
  await client.close();
  assertEquals(client.answers, [{ jsonrpc: "2.0", id: 1, result: {} }]);
});

Deno.test("StdioTransport puts a message together that comes byte by byte", async () => {
  const client = new TestClient();
  const call = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "echo", arguments: { a: "👩‍🚀é" } },
  };
  for (const byte of encoder.encode(`${JSON.stringify(call)}\n`)) {
    await client.sendBytes(new Uint8Array([byte]));
  }
  assertEquals((await client.next()).result, textResult('{"a":"👩‍🚀é"}'));
  await client.close();
});

Deno.test("StdioTransport answers junk and batches with errors and serves what comes after", async () => {
  const client = new TestClient();
  await client.send("hello", `[${PING}]`, "{", "[]", "1", PING);
  await client.close();
  assertEquals(
    client.answers.map(({ id, error, result }) => ({ id, outcome: error?.code ?? result })),
    [
      { id: null, outcome: -32700 },
      { id: null, outcome: -32600 },
      { id: null, outcome: -32700 },
      { id: null, outcome: -32600 },
      { id: null, outcome: -32600 },
      { id: 1, outcome: {} },
    ],
  );
});

Deno.test("StdioTransport reads what is not UTF-8 as U+FFFD, and as junk where it is no JSON then", async () => {
  const client = new TestClient();
  const [before, after] = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "echo", arguments: { a: "|" } },
  }).split("|");
  await client.sendBytes(
    new Uint8Array([
      0xff,
      0xfe,
      0x0a,
      ...encoder.encode(before),
      0xc3,
      0x28,
      ...encoder.encode(`${after}\n`),
    ]),
  );
  assertEquals((await client.next()).error.code, -32700);
  assertEquals((await client.next()).result, textResult('{"a":"\ufffd("}'));
  await client.close();
});

Deno.test("StdioTransport takes a message of exactly 10 MiB", async () => {
  const client = new TestClient(
    fakeHandlers({ callTool: (_, { a }) => Promise.resolve(textResult(`${String(a).length}`)) }),
  );
  const [before = "", after = ""] = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "echo", arguments: { a: "|" } },
  }).split("|");
  const length = MAX_INCOMING_BYTES - before.length - after.length;
  await client.send(`${before}${"x".repeat(length)}${after}`);
  assertEquals((await client.next()).result, textResult(`${length}`));
  await client.close();
});

Deno.test("StdioTransport answers a longer message with an error, skips it and serves what comes after", async () => {
  const client = new TestClient();
  const chunk = new Uint8Array(1024 * 1024).fill(0x78);
  for (let sent = 0; sent <= 2 * MAX_INCOMING_BYTES; sent += chunk.length) await client.sendBytes(chunk);
  const { id, error } = await client.next();
  assertEquals({ id, code: error.code }, { id: null, code: -32600 });
  assertStringIncludes(error.message, "10485760 bytes");
  await client.send("", PING);
  assertEquals(await client.next(), { jsonrpc: "2.0", id: 1, result: {} });
  await client.close();
});

Deno.test("StdioTransport writes each message as one line in which U+2028, U+2029 and line feeds are escaped", async () => {
  const client = new TestClient();
  const text = "a\u2028b\u2029c\nd\re";
  await client.ask("tools/call", { name: "echo", arguments: { text } });
  const [line = ""] = client.output;
  assertEquals(/[\u2028\u2029\r]|\n(?!$)/.test(line), false);
  assertEquals(JSON.parse(JSON.parse(line).result.content[0].text), { text });
  await client.close();
});

Deno.test("StdioTransport sends an error in place of an answer that is too long or no JSON", async () => {
  const circular: Record<string, unknown> = {};
  circular.self = circular;
  const results = [textResult("x".repeat(MAX_INCOMING_BYTES)), {
    ...textResult(""),
    structuredContent: circular,
  }];
  const client = new TestClient(
    fakeHandlers({ callTool: () => Promise.resolve(results.shift() ?? textResult("")) }),
  );
  for (const id of ["long", "circular"]) {
    const answer = await client.ask("tools/call", { name: "echo" }, id);
    assertEquals({ id: answer.id, code: answer.error.code }, { id, code: -32603 });
    assertStringIncludes(answer.error.message, "the answer cannot be sent");
  }
  assertEquals((await client.ask("tools/call", { name: "echo" }, "next")).result, textResult(""));
  await client.close();
});

Deno.test("StdioTransport takes an input that fails for one that has ended", async () => {
  const client = new TestClient();
  await client.abortInput();
  assertEquals(await client.ended, "eof");
});
