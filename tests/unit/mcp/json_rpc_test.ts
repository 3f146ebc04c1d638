import { assertEquals } from "@std/assert";
import { type IncomingMessage, parseMessage } from "../../../src/mcp/json_rpc.ts";

Deno.test("parseMessage() reads a request with its params", () => {
  assertEquals(parseMessage('{"jsonrpc":"2.0","id":7,"method":"ping","params":{"a":[1]}}'), {
    kind: "request",
    id: 7,
    method: "ping",
    params: { a: [1] },
  });
});

for (const id of [0, -1, 1.5, "", "0", "discover-1"]) {
  Deno.test(`parseMessage() takes ${JSON.stringify(id)} as an id, as it is`, () => {
    const message = parseMessage(JSON.stringify({ jsonrpc: "2.0", id, method: "ping" }));
    assertEquals(message, { kind: "request", id, method: "ping", params: {} });
  });
}

for (const id of ["null", "true", "{}", "[1]", "1e999", `"${"x".repeat(2000)}"`]) {
  Deno.test(`parseMessage() refuses ${id.slice(0, 10)} as an id`, () => {
    assertEquals(
      summary(parseMessage(`{"jsonrpc":"2.0","id":${id},"method":"ping"}`)),
      "invalid null -32600",
    );
  });
}

Deno.test("parseMessage() takes null as params that are left out, and refuses other values", () => {
  const withParams = (params: unknown) =>
    parseMessage(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping", params }));
  assertEquals(summary(withParams(null)), "request");
  for (const params of [[], [1], "a", 1, true]) assertEquals(summary(withParams(params)), "invalid 1 -32602");
});

Deno.test("parseMessage() takes what has no id for a notification, also with params of a wrong kind", () => {
  const expected = { kind: "notification", method: "a", params: {} } as const;
  assertEquals(parseMessage('{"jsonrpc":"2.0","method":"a"}'), expected);
  assertEquals(parseMessage('{"jsonrpc":"2.0","method":"a","params":[1]}'), expected);
});

Deno.test("parseMessage() takes a result or an error without a method for a response, however it looks otherwise", () => {
  const response = (line: string) => {
    const message = parseMessage(line);
    return message.kind === "response" ? [message.id, message.outcome] : message;
  };
  const nameless = { ok: false, message: "the client gave an error without a message" } as const;
  assertEquals(response('{"jsonrpc":"2.0","id":1,"result":{}}'), [1, { ok: true, result: {} }]);
  assertEquals(response('{"id":"1","result":null}'), ["1", { ok: true, result: null }]);
  assertEquals(response('{"id":{},"result":[1],"error":null}'), [null, { ok: true, result: [1] }]);
  assertEquals(response('{"id":null,"error":{"code":-32600}}'), [null, nameless]);
  assertEquals(response('{"id":1,"result":{},"error":"no"}'), [1, nameless]);
  assertEquals(response('{"id":1,"error":{"code":-1,"message":"no"}}'), [1, { ok: false, message: "no" }]);
});

Deno.test("parseMessage() answers what is not JSON with a parse error", () => {
  for (const line of ["hello", "{", '{"jsonrpc":"2.0",}', "\u0000", "�"]) {
    assertEquals(summary(parseMessage(line)), "invalid null -32700");
  }
});

Deno.test("parseMessage() answers JSON that is no message with the id where there is one", () => {
  const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
  for (const value of [1, "ping", null, true, [], [ping], {}]) {
    assertEquals(summary(parseMessage(JSON.stringify(value))), "invalid null -32600");
  }
  for (const value of [{ ...ping, jsonrpc: "1.0" }, { id: 1, method: "ping" }, { ...ping, method: 5 }]) {
    assertEquals(summary(parseMessage(JSON.stringify(value))), "invalid 1 -32600");
  }
});

Deno.test("parseMessage() says of a batch that batches are not supported", () => {
  const message = parseMessage('[{"jsonrpc":"2.0","id":1,"method":"ping"}]');
  assertEquals(
    message.kind === "invalid" && message.error.message,
    "Batches are not supported: send one message per line",
  );
});

Deno.test("parseMessage() ignores members that it does not know", () => {
  assertEquals(
    summary(parseMessage('{"jsonrpc":"2.0","id":1,"method":"ping","extra":true,"__proto__":{}}')),
    "request",
  );
});

function summary(message: IncomingMessage): string {
  return message.kind === "invalid" ? `invalid ${message.id} ${message.error.code}` : message.kind;
}
