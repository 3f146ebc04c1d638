import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { WorkflowError } from "../../../src/errors.ts";
import { toCursor } from "../../../src/store/page_cursor.ts";
import { parseStoreCall } from "../../../src/store/parse_store_call.ts";
import { MAX_CHUNK_BYTES, MAX_METADATA_BYTES, MAX_VALUE_BYTES } from "../../../src/store/rules.ts";
import type { StoreMethod, StoreMethods } from "../../../src/store/store_protocol.ts";

const DATA = Uint8Array.of(1, 2);

/** For each method what it takes, and what is left of that where it is not the same. */
const GOOD: { readonly [M in StoreMethod]: StoreMethods[M]["params"] } = {
  "kv.get": { key: "a" },
  "kv.set": { key: "a", json: "1", ttl: 5 },
  "kv.delete": { key: "a" },
  "kv.compareAndSet": { key: "a", expected: "[]", json: "1" },
  "kv.list": { prefix: "", limit: 1, cursor: toCursor("a") },
  "value.get": { name: "a" },
  "value.set": { name: "a", json: '"\\ud800"' },
  "value.replace": { name: "a", version: 0, json: "null" },
  "knowledge.put": { collection: "a", document: { id: "b", title: "", text: "\0", metadata: { c: [1] } } },
  "knowledge.get": { collection: "a", id: "b" },
  "knowledge.delete": { collection: "a", id: "b" },
  "knowledge.list": { collection: "a", limit: 1000 },
  "knowledge.search": { collection: "a", query: "", limit: 100, metadata: {} },
  "files.create": { name: "a.txt", data: DATA },
  "files.begin": { name: "a.txt" },
  "files.write": { file: 1, data: DATA },
  "files.end": { file: 1 },
  "files.abort": { file: 1 },
};

Deno.test("parseStoreCall() gives what each method takes, and nothing that came with it", () => {
  for (const [method, params] of Object.entries(GOOD)) {
    assertEquals(parseStoreCall(method, { ...params, extra: 1, runId: "20260828-abcd" }) as unknown, {
      method,
      params,
    });
  }
});

Deno.test("parseStoreCall() refuses what is not there", () => {
  for (const method of Object.keys(GOOD)) {
    if (method === "kv.list") continue; // Everything is optional.
    for (const params of [undefined, null, 7, "text", [], {}]) refuses(method, params);
  }
  for (
    const method of [undefined, null, 7, {}, "", "kv", "kv.drop", "constructor", "__proto__", "toString"]
  ) {
    refuses(method, { key: "a" });
  }
});

Deno.test("parseStoreCall() refuses what does not fit, and says what and why", () => {
  const faults: [StoreMethod, unknown, string][] = [
    ["kv.get", { key: "" }, 'Cannot use kv.get: `key` must be a text of 1 to 1024 bytes, found ""'],
    ["kv.get", { key: "é".repeat(513) }, "found 1026 bytes"],
    ["kv.get", { key: "a\0" }, "`key` must not contain a NUL"],
    ["kv.get", { key: "\ud800" }, "`key` must be whole characters"],
    ["kv.get", Object.create({ key: "a" }), "`key` must be a text"],
    ["kv.set", { key: "a", json: "{" }, "`json` must be a JSON text"],
    ["kv.set", { key: "a", json: { a: 1 } }, "`json` must be a JSON text"],
    ["kv.set", { key: "a", json: "undefined" }, "`json` must be a JSON text"],
    ["kv.set", { key: "a", json: `"${"x".repeat(MAX_VALUE_BYTES)}"` }, "as JSON, at most 4194304"],
    ["kv.set", { key: "a", json: "1", ttl: 0 }, "`ttl` must be milliseconds greater than 0, found 0"],
    ["kv.set", { key: "a", json: "1", ttl: Infinity }, "`ttl` must be"],
    ["kv.set", { key: "a", json: "1", ttl: "5" }, "`ttl` must be"],
    ["kv.compareAndSet", { key: "a", json: "1", expected: "x" }, "`expected` must be a JSON text"],
    ["kv.list", { limit: 0 }, "`limit` must be a whole number from 1 to 1000, found 0"],
    ["kv.list", { limit: 1001 }, "`limit` must be"],
    ["kv.list", { limit: 1.5 }, "`limit` must be"],
    ["kv.list", { cursor: "" }, "`cursor` must be one that a list gave"],
    ["kv.list", { cursor: "YQ==" }, "`cursor` must be"],
    ["kv.list", { cursor: ["YQ"] }, "`cursor` must be"],
    ["kv.list", { prefix: 7 }, "`prefix` must be a text"],
    ["value.replace", { name: "a", json: "1", version: -1 }, "`version` must be a whole number"],
    ["knowledge.put", { collection: "a" }, "Cannot use `document` of knowledge.put: must be an object"],
    ["knowledge.put", documentWith({ id: "" }), "`id` must be a text"],
    ["knowledge.put", documentWith({ text: undefined }), "`text` must be a text"],
    ["knowledge.put", documentWith({ title: 7 }), "`title` must be a text"],
    [
      "knowledge.put",
      documentWith({ text: "x".repeat(MAX_VALUE_BYTES + 1) }),
      "4194305 bytes, at most 4194304",
    ],
    ["knowledge.put", documentWith({ metadata: [] }), "`metadata` must be a JSON object"],
    ["knowledge.put", documentWith({ metadata: { a: 1n } }), "`metadata` must be a JSON object"],
    ["knowledge.put", documentWith({ metadata: new Date() }), "`metadata` must be a JSON object"],
    [
      "knowledge.put",
      documentWith({ metadata: { a: "x".repeat(MAX_METADATA_BYTES) } }),
      "`metadata` has 65544 bytes",
    ],
    ["knowledge.search", { collection: "a", query: "x".repeat(10_001) }, "at most 10000 characters"],
    ["knowledge.search", { collection: "a", query: "x", limit: 101 }, "`limit` must be"],
    ["files.create", { name: "../a", data: DATA }, '`name` must not contain "/"'],
    ["files.create", { name: "a", data: [1, 2] }, "`data` must be bytes"],
    [
      "files.create",
      { name: "a", data: new Uint8Array(MAX_CHUNK_BYTES + 1) },
      "at most 262144 bytes, found 262145",
    ],
    ["files.create", { name: "a", data: new Uint8Array(new SharedArrayBuffer(2)) }, "`data` must be bytes"],
    ["files.write", { file: "1", data: DATA }, "`file` must be a whole number"],
  ];
  for (const [method, params, fault] of faults) {
    const { message } = refuses(method, params);
    assert(message.includes(fault), `${method}: ${message}`);
  }
});

Deno.test("parseStoreCall() drops what JSON does not keep of metadata, and takes its keys for no more than keys", () => {
  const metadata = Object.defineProperty({ a: undefined, b: [undefined], c: new Date(0) }, "__proto__", {
    value: { d: 1 },
    enumerable: true,
  });
  const call = parseStoreCall("knowledge.put", documentWith({ metadata }));
  assert(call.method === "knowledge.put");
  const json = '{"b":[null],"c":"1970-01-01T00:00:00.000Z","__proto__":{"d":1}}';
  assertEquals(JSON.stringify(call.params.document.metadata), json);
});

Deno.test("whatever comes, parseStoreCall() gives a call of the kind asked for or a refusal", () => {
  const anything = fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withTypedArray: true,
    withSparseArray: true,
  });
  const mutated = fc.constantFrom(...Object.entries(GOOD)).chain(([method, params]) =>
    fc.record({
      method: fc.constant<unknown>(method),
      params: fc.tuple(fc.constantFrom("nothing", ...Object.keys(params)), anything)
        .map(([name, value]): unknown => ({ ...params, [name]: value })),
    })
  );
  const wild = fc.record({
    method: fc.oneof(fc.constantFrom<unknown>(...Object.keys(GOOD)), anything),
    params: anything,
  });
  fc.assert(
    fc.property(fc.oneof(mutated, wild), ({ method, params }) => {
      try {
        const call = parseStoreCall(method, params);
        assertEquals(call.method, method);
        const known = Object.keys(GOOD[call.method]);
        assert(Object.keys(call.params).every((name) => known.includes(name)));
      } catch (error) {
        assert(error instanceof WorkflowError && error.code === "store_failed", String(error));
      }
    }),
    { numRuns: 1000 },
  );
});

function documentWith(changes: Readonly<Record<string, unknown>>): unknown {
  return { collection: "a", document: { id: "b", text: "c", metadata: {}, ...changes } };
}

function refuses(method: unknown, params: unknown): WorkflowError {
  const error = assertThrows(() => parseStoreCall(method, params), WorkflowError);
  assertEquals(error.code, "store_failed");
  return error;
}
