import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { type Incoming, MessageReader } from "../../../src/connector/message_reader.ts";

function readAll(text: string, { limit = 1_000, size = Infinity } = {}): Incoming[] {
  const bytes = new TextEncoder().encode(text);
  const reader = new MessageReader(limit);
  const found: Incoming[] = [];
  for (let start = 0; start < bytes.length; start += size) {
    found.push(...reader.push(bytes.subarray(start, Math.min(bytes.length, start + size))));
  }
  return found;
}

function messageOf(line: string): unknown {
  const [found] = readAll(`${line}\n`);
  return found?.kind === "message" ? found.message : found?.kind;
}

const MESSAGES: readonly [line: string, message: unknown][] = [
  ['{"jsonrpc":"2.0","id":1,"result":{"a":1}}', { jsonrpc: "2.0", id: 1, result: { a: 1 } }],
  ['\ufeff{"id":1,"result":{"a":1}}\r', { jsonrpc: "2.0", id: 1, result: { a: 1 } }],
  ['{"id":1,"result":{"a":1,"_meta":null},"extra":true}', { jsonrpc: "2.0", id: 1, result: { a: 1 } }],
  ['{"id":"x","method":"ping","params":[]}', { jsonrpc: "2.0", id: "x", method: "ping" }],
  ['{"method":"n","params":{"a":1}}', { jsonrpc: "2.0", method: "n", params: { a: 1 } }],
  ['{"id":1,"error":{"code":-1,"message":"no","data":[1]}}', {
    jsonrpc: "2.0",
    id: 1,
    error: { code: -1, message: "no", data: [1] },
  }],
  ['{"id":1,"error":{"code":"E","message":7}}', {
    jsonrpc: "2.0",
    id: 1,
    error: { code: -32603, message: "no message" },
  }],
  ['{"id":1,"result":null}', {
    jsonrpc: "2.0",
    id: 1,
    error: { code: -32603, message: "the answer has neither an object as result nor an error" },
  }],
  ['{"id":null,"error":{"code":-32700,"message":"Parse error"}}', "junk"],
  ['{"id":1}', "junk"],
  ['{"id":1.5,"result":{}}', "junk"],
  ['{"id":null,"method":"m"}', "junk"],
  ["[]", "junk"],
  ['[{"id":1,"result":{}},7]', "junk"],
  ["null", "junk"],
  ['"text"', "junk"],
  ["Welcome!", "junk"],
];

for (const [line, message] of MESSAGES) {
  Deno.test(`a server's line ${line} is read`, () => assertEquals(messageOf(line), message));
}

Deno.test("a batch is read as its messages, an empty line as nothing", () => {
  const found = readAll('\n \r\n[{"id":1,"result":{}},{"method":"n"}]\n');
  assertEquals(found.map((incoming) => incoming.kind), ["message", "message"]);
});

const LONG = "x".repeat(2_000);
const TOO_LONG: readonly [line: string, id: number | undefined][] = [
  [`{"result":{"text":"${LONG}"},"jsonrpc":"2.0","id":7}`, 7],
  [`{"result":{"text":"${LONG}"},"id":7,"jsonrpc":"2.0"}\r`, 7],
  [`{"jsonrpc":"2.0","id":7,"result":{"text":"${LONG}"}}`, 7],
  [`{"id": 7, "result":{"text":"${LONG}"}}`, 7],
  [`{"result":{"text":"${LONG}","id":8},"id":7}`, 7],
  [`{"result":{"text":"${LONG}","id":8}}`, undefined],
  [`{"id":"7","result":{"text":"${LONG}"}}`, undefined],
  [LONG, undefined],
];

for (const [line, id] of TOO_LONG) {
  Deno.test(`a line ${line.replace(LONG, "…")} that is too long answers ${id}`, () => {
    for (const size of [1, 64, 999, 1_000, 1_001, Infinity]) {
      const found = readAll(`junk\n${line}\n{"id":9,"result":{}}\n`, { size });
      assertEquals(found, [
        { kind: "junk", line: "junk" },
        { kind: "too_long", id },
        { kind: "message", message: { jsonrpc: "2.0", id: 9, result: {} } },
      ]);
    }
  });
}

Deno.test("messages are the same however they are cut", () => {
  const lines = fc.array(fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.json().map((json) => `{"id":1,"result":{"ü🦕":${json}}}`),
  ));
  fc.assert(fc.property(lines, fc.integer({ min: 1, max: 50 }), (all, size) => {
    const text = all.map((line) => `${line}\n`).join("");
    assertEquals(readAll(text, { size }), readAll(text));
  }));
});
