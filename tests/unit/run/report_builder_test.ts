import { assertEquals } from "@std/assert";
import type { EntrypointSpec } from "../../../src/core/spec.ts";
import type { RunEvent } from "../../../src/run/protocol.ts";
import { ReportBuilder } from "../../../src/run/report_builder.ts";

const ENTRYPOINT: EntrypointSpec = { id: "main", title: "Main", timeout: 1000, dynamic: false, params: [] };

function build(...events: readonly RunEvent[]): ReportBuilder {
  const builder = new ReportBuilder({
    runId: "20260101-abcd",
    projectId: "11111111-1111-4111-8111-111111111111",
    entrypoint: ENTRYPOINT,
    params: { text: "x" },
    startedAt: 1000,
  });
  for (const event of events) builder.apply(event);
  return builder;
}

function started(id: string, at = 1000, parent: string | null = null): RunEvent {
  return { type: "node_started", id, title: id, parent, at };
}

function finished(id: string, at = 1000): RunEvent {
  return { type: "node_finished", id, at, attempts: 1 };
}

function edges(...events: readonly RunEvent[]): string[] {
  return build(...events).build(2000).edges.map(({ from, to }) => `${from}>${to}`);
}

Deno.test("end() reports a success with its output", () => {
  assertEquals(build().end(1500, { status: "success", output: { a: 1 } }), {
    reportVersion: 1,
    runId: "20260101-abcd",
    projectId: "11111111-1111-4111-8111-111111111111",
    entrypointId: "main",
    entrypointTitle: "Main",
    status: "success",
    statuses: [
      { status: "running", at: "1970-01-01T00:00:01.000Z" },
      { status: "success", at: "1970-01-01T00:00:01.500Z" },
    ],
    startedAt: "1970-01-01T00:00:01.000Z",
    finishedAt: "1970-01-01T00:00:01.500Z",
    durationMs: 500,
    params: { text: "x" },
    nodes: [],
    edges: [],
    interactions: [],
    error: null,
    result: { errCode: 0, errMsg: "", data: { output: { a: 1 } } },
  });
});

Deno.test("end() reports a business failure under its own number and with its output", () => {
  const error = { code: "business_error", message: "No rows", errCode: 404 } as const;
  const report = build().end(1500, { status: "failed", error, output: ["partial"] });
  assertEquals(report.error, error);
  assertEquals(report.result, { errCode: 404, errMsg: "No rows", data: { output: ["partial"] } });
});

Deno.test("end() reports every other failure under the number 1 and without an output", () => {
  const report = build().end(1500, { status: "timeout", error: { code: "timeout", message: "Too slow" } });
  assertEquals(report.status, "timeout");
  assertEquals(report.result, { errCode: 1, errMsg: "Too slow", data: { output: null } });
});

Deno.test("build() reports a running run and its steps up to now", () => {
  const report = build(started("a", 1200)).build(1300);
  assertEquals([report.status, report.finishedAt, report.durationMs], ["running", null, 300]);
  assertEquals(report.nodes.map(({ status, durationMs }) => [status, durationMs]), [["running", 100]]);
});

Deno.test("end() reports a step that the end of the run cut off as cancelled", () => {
  const report = build(started("a")).end(1300, { status: "success", output: {} });
  assertEquals(report.nodes[0]?.status, "cancelled");
});

Deno.test("build() keeps what a step threw and how often it was tried", () => {
  const report = build(started("a"), { type: "node_finished", id: "a", at: 1100, attempts: 3, error: "boom" })
    .build(1300);
  assertEquals(report.nodes[0], {
    id: "a",
    title: "a",
    parent: null,
    status: "failed",
    startedAt: "1970-01-01T00:00:01.000Z",
    durationMs: 100,
    attempts: 3,
    error: { message: "boom" },
  });
});

Deno.test("edges lead from a step to the one after it", () => {
  assertEquals(edges(started("a"), finished("a"), started("b"), finished("b"), started("c")), ["a>b", "b>c"]);
});

Deno.test("edges fan out to parallel steps and in again, though their times are equal", () => {
  assertEquals(
    edges(
      started("a"),
      finished("a"),
      started("b"),
      started("c"),
      finished("c"),
      finished("b"),
      started("d"),
    ),
    ["a>b", "a>c", "c>d", "b>d"],
  );
});

Deno.test("edges connect only steps of the same parent", () => {
  assertEquals(
    edges(
      started("outer"),
      started("inner", 1000, "outer"),
      finished("inner"),
      started("inner2", 1000, "outer"),
      finished("inner2"),
      finished("outer"),
      started("next"),
    ),
    ["inner>inner2", "outer>next"],
  );
});

Deno.test("apply() ignores events that make no sense", () => {
  const report = build(finished("never"), started("a"), started("a"), finished("a"), finished("a", 5000))
    .build(2000);
  assertEquals(report.nodes.map(({ id, durationMs }) => [id, durationMs]), [["a", 0]]);
});

Deno.test("edges between many parallel steps and many others stay few", () => {
  const parallel = (prefix: string) => {
    const ids = Array.from({ length: 5_000 }, (_, index) => `${prefix}${index}`);
    return [...ids.map((id) => started(id)), ...ids.map((id) => finished(id))];
  };
  const found = edges(...parallel("a"), ...parallel("b"));
  assertEquals(found.length, 5_000 + 4_999);
  assertEquals([found[0], found.at(-1)], ["a0>b0", "a4999>b4999"]);
});

Deno.test("apply() takes 10,000 steps in a row without slowing down quadratically", () => {
  const builder = build();
  for (let index = 0; index < 10_000; index++) {
    builder.apply(started(`s${index}`));
    builder.apply(finished(`s${index}`));
  }
  assertEquals(builder.build(2000).edges.length, 9_999);
});

const QUESTION = {
  key: "?login",
  id: "login",
  kind: "ask",
  message: "Who?",
  fields: [
    { name: "user", type: "string", required: true, multiple: false, secret: false },
    { name: "password", type: "string", required: true, multiple: false, secret: true },
  ],
  node: null,
} as const;

Deno.test("a report tells what was asked and answered, but for secrets, and stamps every status", () => {
  const builder = build({ type: "asked", request: QUESTION, at: 1100 });
  builder.setStatus("waiting_for_input", 1100);
  assertEquals(builder.build(1200).interactions[0]?.action, null);
  builder.setStatus("resumed", 1300);
  builder.apply({
    type: "answered",
    key: "?login",
    answer: { action: "accept", values: { user: "ada", password: "1234" } },
    at: 1301,
  });
  const report = builder.end(1400, { status: "success", output: {} });
  assertEquals(report.statuses.map(({ status }) => status), [
    "running",
    "waiting_for_input",
    "resumed",
    "success",
  ]);
  assertEquals(report.interactions, [{
    id: "login",
    kind: "ask",
    message: "Who?",
    fields: QUESTION.fields,
    askedAt: "1970-01-01T00:00:01.100Z",
    answeredAt: "1970-01-01T00:00:01.301Z",
    action: "accept",
    values: { user: "ada" },
  }]);
});

Deno.test("a report of a resumed run goes on from the statuses that it had", () => {
  const builder = new ReportBuilder({
    runId: "r",
    projectId: "p",
    entrypoint: ENTRYPOINT,
    params: {},
    startedAt: 1000,
    statuses: [{ status: "running", at: 1000 }, { status: "interrupted", at: 2000 }, {
      status: "resumed",
      at: 3000,
    }],
  });
  builder.setStatus("resumed", 3000);
  const { statuses, startedAt } = builder.end(4000, { status: "success", output: 1 });
  assertEquals(statuses.map(({ status }) => status), ["running", "interrupted", "resumed", "success"]);
  assertEquals(startedAt, "1970-01-01T00:00:01.000Z");
});

Deno.test("a step that failed and is done again is one node, with what it came to last", () => {
  const events: readonly RunEvent[] = [
    started("a", 1000),
    finished("a", 1001),
    started("b", 1002),
    { type: "node_finished", id: "b", at: 1003, attempts: 3, error: "boom" },
    started("b", 5000),
  ];
  const running = build(...events).build(5002);
  assertEquals(running.nodes[1], {
    id: "b",
    title: "b",
    parent: null,
    status: "running",
    startedAt: "1970-01-01T00:00:05.000Z",
    durationMs: 2,
    attempts: 1,
  });
  const report = build(...events, finished("b", 5007), started("c", 5008)).build(5008);
  assertEquals(report.nodes.map(({ id, status, durationMs }) => [id, status, durationMs]), [
    ["a", "success", 1],
    ["b", "success", 7],
    ["c", "running", 0],
  ]);
  assertEquals(report.edges, [{ from: "a", to: "b" }, { from: "b", to: "c" }]);
});

Deno.test("a step that has not failed is not begun again", () => {
  const report = build(started("a", 1000), finished("a", 1001), started("a", 2000)).build(3000);
  assertEquals(report.nodes.map(({ status, durationMs }) => [status, durationMs]), [["success", 1]]);
});

Deno.test("build() sums up what the turns of models took, and has no usage without them", () => {
  const turn = (id: string, [inputTokens, outputTokens]: readonly [number, number]): RunEvent[] => [
    started(id),
    {
      type: "node_finished",
      id,
      at: 1000,
      attempts: 1,
      usage: { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens },
    },
  ];
  const { usage, nodes } = build(started("a"), finished("a"), ...turn("b", [1, 2]), ...turn("c", [3, 4]))
    .build(2000);
  assertEquals(usage, { inputTokens: 4, outputTokens: 6, totalTokens: 10, turns: 2 });
  assertEquals(nodes.map((node) => node.usage?.totalTokens), [undefined, 3, 7]);
  assertEquals("usage" in build(started("a"), finished("a")).build(2000), false);
});
