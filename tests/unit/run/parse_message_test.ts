import { assertEquals } from "@std/assert";
import fc from "fast-check";
import {
  parseExecutorMessage,
  parseHostMessage,
  parseWorkerMessage,
} from "../../../src/run/parse_message.ts";

const QUESTION = { key: "?go", id: "go", kind: "approve", message: "Go?", fields: [], node: null };

const FIELD = { name: "tone", type: "string", required: true, multiple: false, secret: false };
const STEP = {
  key: "read",
  id: "read",
  title: "Read",
  parent: null,
  startOrder: 1,
  endOrder: 2,
  startedAt: 3,
  finishedAt: 4,
  attempts: 1,
  outcome: { ok: true, result: [1] },
};

const GOOD = [
  { type: "loaded", definition: { entrypoints: {} } },
  { type: "load_failed", error: { code: "run_failed", message: "boom", stack: "Error: boom" } },
  { type: "event", event: { type: "node_started", id: "a", title: "A", parent: null, at: 1 } },
  { type: "event", event: { type: "node_finished", id: "a", at: 2, attempts: 1, error: "boom" } },
  {
    type: "event",
    event: {
      type: "node_finished",
      id: "a",
      at: 2,
      attempts: 1,
      usage: { inputTokens: 1, outputTokens: 2, totalTokens: 3 },
    },
  },
  { type: "event", event: { type: "log", stream: "stdout", text: "hi", node: "a", at: 3 } },
  { type: "outcome", outcome: { status: "success", output: null } },
  {
    type: "outcome",
    outcome: { status: "failed", error: { code: "business_error", message: "no", errCode: 4 } },
  },
  { type: "outcome", outcome: { status: "ended", reason: "timeout" } },
  { type: "ask", request: QUESTION, startOrder: 1, askedAt: 2 },
  { type: "ask", request: { ...QUESTION, kind: "ask", fields: [FIELD] }, startOrder: 1, askedAt: 2 },
  { type: "step", record: STEP },
  { type: "step", record: { ...STEP, outcome: { ok: true } } },
  {
    type: "step",
    record: { ...STEP, outcome: { ok: false, error: { name: "E", message: "m", errCode: 4 }, final: true } },
  },
  {
    type: "answer",
    record: {
      request: QUESTION,
      answer: { action: "accept", values: { approved: true } },
      files: {},
      startOrder: 1,
      endOrder: 2,
      askedAt: 3,
      answeredAt: 4,
    },
  },
  { type: "cancelled" },
];

const BAD: readonly unknown[] = [
  null,
  [],
  {},
  { type: "unknown" },
  { type: "event" },
  { type: "event", event: { type: "log", stream: "stdin", text: "", node: null, at: 1 } },
  { type: "event", event: { type: "node_started", id: 1, title: "A", parent: null, at: 1 } },
  { type: "event", event: { type: "node_finished", id: "a", at: null, attempts: 1 } },
  { type: "event", event: { type: "node_finished", id: "a", at: 1, attempts: -1 } },
  {
    type: "event",
    event: { type: "node_finished", id: "a", at: 1, attempts: 1, usage: { inputTokens: -1 } },
  },
  { type: "outcome", outcome: { status: "success" } },
  { type: "outcome", outcome: { status: "failed", error: { code: 1, message: "x" } } },
  { type: "outcome", outcome: { status: "ended", reason: "bored" } },
  { type: "load_failed", error: "boom" },
  // The journal could not read it back.
  { type: "ask", request: { ...QUESTION, fields: [{ ...FIELD, options: "a" }] }, startOrder: 1, askedAt: 2 },
  {
    type: "ask",
    request: { ...QUESTION, fields: [{ ...FIELD, type: "positional" }] },
    startOrder: 1,
    askedAt: 2,
  },
  { type: "step", record: { ...STEP, attempts: -1 } },
  { type: "step", record: { ...STEP, finishedAt: null } },
  {
    type: "step",
    record: { ...STEP, outcome: { ok: false, error: { name: "E", message: "m", errCode: 0.5 } } },
  },
  // Those of related runs are the host's to put.
  { type: "ask", request: { ...QUESTION, key: "step/>run:?go" }, startOrder: 1, askedAt: 2 },
  { type: "ask", request: { ...QUESTION, related: { alias: "a", runId: "r" } }, startOrder: 1, askedAt: 2 },
];

Deno.test("parseWorkerMessage() takes every message of the protocol", () => {
  for (const message of GOOD) assertEquals<unknown>(parseWorkerMessage(JSON.stringify(message)), message);
});

Deno.test("parseWorkerMessage() refuses what is none", () => {
  for (const message of BAD) {
    assertEquals(parseWorkerMessage(JSON.stringify(message)), undefined, JSON.stringify(message));
  }
  for (const data of ["", "{", 1, undefined, { type: "cancelled" }]) {
    assertEquals(parseWorkerMessage(data), undefined);
  }
});

Deno.test("parseWorkerMessage() takes what a store is asked as it is, and nothing else so", () => {
  const call = { type: "store", id: 1, method: "files.create", params: { data: new Uint8Array([1, 2]) } };
  assertEquals<unknown>(parseWorkerMessage({ ...call, more: 1 }), call);
  const bad = [
    { ...call, id: -1 },
    { ...call, id: "1" },
    { ...call, method: {} },
    [call],
    JSON.stringify(call),
  ];
  for (const data of bad) assertEquals(parseWorkerMessage(data), undefined);
});

Deno.test("no parser throws, whatever it is given", () => {
  fc.assert(fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
    parseWorkerMessage(text);
    parseHostMessage(text);
    parseExecutorMessage(text);
  }));
});

Deno.test("parseHostMessage() takes requests of known methods only", () => {
  const request = { type: "request", id: 1, method: "describe", params: null };
  assertEquals<unknown>(parseHostMessage(JSON.stringify(request)), request);
  for (const change of [{ method: "toString" }, { id: -1 }, { type: "response" }, { params: 1 }]) {
    assertEquals(parseHostMessage(JSON.stringify({ ...request, ...change })), undefined);
  }
});

Deno.test("parseExecutorMessage() takes responses, events, logs and the end of its service", () => {
  const messages = [
    { type: "response", id: 0, ok: true, result: null },
    { type: "response", id: 1, ok: false, error: { code: "internal", message: "x" } },
    { type: "event", runId: "r", event: { type: "log", stream: "error", text: "", node: null, at: 0 } },
    { type: "load_log", text: "hi" },
    { type: "spent" },
  ];
  for (const message of messages) {
    assertEquals<unknown>(parseExecutorMessage(JSON.stringify(message)), message);
  }
  for (
    const message of [{ type: "response", id: 1, ok: true }, { type: "load_log" }, {
      type: "event",
      runId: 1,
    }]
  ) {
    assertEquals(parseExecutorMessage(JSON.stringify(message)), undefined);
  }
});
