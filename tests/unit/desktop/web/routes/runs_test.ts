import { assertEquals, assertStringIncludes } from "@std/assert";
import { toChanges, toField, toNode, toRequest } from "../../../../fixtures/desktop/run_samples.ts";
import { makeVisitor, NOW, type Visitor } from "../../../../fixtures/desktop/visitor.ts";

const PATH = "/runs/20260101-abcd";

async function visit(run: Partial<Parameters<typeof toChanges>[0]> = {}): Promise<Visitor> {
  const visitor = await makeVisitor();
  visitor.database.record(
    toChanges({ runId: "20260101-abcd", status: "success", startedAt: NOW - 5000, ...run }),
  );
  return visitor;
}

Deno.test("the Output tab shows the output, for people and as JSON", async () => {
  await using visitor = await visit({ output: { total: 12 } });
  const { text } = await visitor.get(PATH);
  assertStringIncludes(text, "<dt><bdi>total</bdi></dt>");
  assertStringIncludes(text, "&quot;total&quot;: 12");
});

Deno.test("the output can be downloaded, never shown", async () => {
  await using visitor = await visit({ output: { html: "<script>1</script>" } });
  const { headers, text } = await visitor.get(`${PATH}/output.json`);
  assertStringIncludes(headers.get("content-disposition") ?? "", 'attachment; filename="20260101-abcd.json"');
  assertEquals(headers.get("content-type"), "application/octet-stream");
  assertEquals(headers.get("x-content-type-options"), "nosniff");
  assertEquals(JSON.parse(text), { html: "<script>1</script>" });
});

Deno.test("the Diagram tab shows each step with its status and time, and leads to its log", async () => {
  await using visitor = await visit({
    nodes: [
      toNode("read", [NOW, 600]),
      toNode("add up", [NOW + 600, 20], { status: "failed", error: { message: "No sum" } }),
    ],
    edges: [{ from: "read", to: "add up" }],
  });
  const { text } = await visitor.get(`${PATH}/diagram`);
  for (const part of ["<svg", "add up", "600 ms", "No sum", 'href="/runs/20260101-abcd/logs?step=add+up"']) {
    assertStringIncludes(text, part);
  }
});

Deno.test("the Logs tab shows stdout and stderr in order, and narrows them by step and stream", async () => {
  await using visitor = await visit({
    logs: [
      { stream: "stdout", node: null, text: "first" },
      { stream: "stderr", node: "read", text: "second" },
      { stream: "info", node: "read", text: "third" },
    ],
  });
  const lines = async (path: string) =>
    [...(await visitor.get(path)).text.matchAll(/<p>(first|second|third)<\/p>/g)].map(([, text]) => text);
  assertEquals(await lines(`${PATH}/logs`), ["first", "second", "third"]);
  assertEquals(await lines(`${PATH}/logs?step=read`), ["second", "third"]);
  assertEquals(await lines(`${PATH}/logs?stream=stderr`), ["second"]);
  assertEquals(await lines(`${PATH}/logs?after=2`), ["third"]);
});

Deno.test("the Logs tab goes on with the next lines where there are many", async () => {
  const logs = Array.from(
    { length: 10_002 },
    (_, i) => ({ stream: "stdout" as const, node: null, text: `line ${i}` }),
  );
  await using visitor = await visit({ logs });
  assertStringIncludes((await visitor.get(`${PATH}/logs`)).text, `href="${PATH}/logs?after=10000"`);
  const { text } = await visitor.get(`${PATH}/logs?after=10000`);
  assertStringIncludes(text, "line 10001");
  assertEquals(text.includes("Next lines"), false);
});

Deno.test("the Input tab shows what a run was called with, what people answered and each status", async () => {
  await using visitor = await visit({ input: { prompt: "hi there" } });
  const submission = {
    key: "tone",
    id: "tone",
    action: "accept",
    values: { tone: "formal" },
    at: NOW,
  } as const;
  visitor.database.record([{ type: "submitted", runId: "20260101-abcd", submission }]);
  const { text } = await visitor.get(`${PATH}/input`);
  for (const part of ["hi there", "--prompt=hi there", "formal", "Running", "Success"]) {
    assertStringIncludes(text, part);
  }
});

const TONE = toRequest({
  id: "tone",
  fields: [
    toField({ name: "tone", type: "string", required: true, maxLength: 9 }),
    toField({ name: "pin", type: "string", secret: true }),
  ],
});
const PAY = toRequest({
  id: "pay",
  kind: "approve",
  message: "Pay 12?",
  fields: [
    toField({ name: "approved", type: "boolean", required: true }),
    toField({ name: "reason", type: "string" }),
  ],
});

Deno.test("a run that waits shows its form, and hands on what a person answers", async () => {
  await using visitor = await visit({ status: "waiting_for_input" });
  visitor.hosts.asked = { "20260101-abcd": [TONE] };
  assertStringIncludes((await visitor.get(`${PATH}/logs`)).text, "It waits for your answer");
  const { status } = await visitor.post(`${PATH}/answer`, {
    key: "tone",
    do: "accept",
    "value.tone": "formal",
  });
  assertEquals(status, 303);
  assertEquals(visitor.hosts.answered, [
    { runId: "20260101-abcd", key: "tone", answer: { action: "accept", values: { tone: "formal" } } },
  ]);
});

Deno.test("an answer that does not fit is refused at its field, and a secret is not shown again", async () => {
  await using visitor = await visit({ status: "waiting_for_input" });
  visitor.hosts.asked = { "20260101-abcd": [TONE] };
  const { status, text } = await visitor.post(`${PATH}/answer`, {
    key: "tone",
    do: "accept",
    "value.tone": "far too long",
    "value.pin": "hunter2",
  });
  assertEquals(status, 422);
  assertStringIncludes(text, 'value="far too long"');
  assertEquals(text.includes("hunter2"), false);
  assertEquals(visitor.hosts.answered, []);
});

Deno.test("a run that was interrupted can be gone on with", async () => {
  await using visitor = await visit({ status: "interrupted" });
  visitor.database.addProject({
    id: "demo-0001",
    projectId: "11111111-1111-4111-8111-111111111111",
    name: "demo",
    dir: visitor.dir,
    addedAt: NOW,
    allowInheritEnv: [],
    allowRead: [],
  });
  visitor.hosts.onResume = (runId) =>
    visitor.database.record([{ type: "status", runId, status: "resumed", at: NOW }]);
  const before = (await visitor.get(PATH)).text;
  assertStringIncludes(before, `action="${PATH}/resume"`);
  const { status, headers } = await visitor.post(`${PATH}/resume`);
  assertEquals([status, headers.get("location"), visitor.hosts.resumed], [303, PATH, ["20260101-abcd"]]);
});

Deno.test("a run that succeeded cannot be gone on with", async () => {
  await using visitor = await visit();
  assertEquals((await visitor.get(PATH)).text.includes("/resume"), false);
});

Deno.test("the address of a form leads whoever reloads it to where the form is", async () => {
  await using visitor = await visit();
  for (const name of ["answer", "cancel", "resume", "again"]) {
    const { status, headers } = await visitor.get(`${PATH}/${name}`);
    assertEquals([status, headers.get("location")], [303, PATH], name);
  }
});

Deno.test("a log is shown without the colours of a terminal, and nothing in it is turned around", async () => {
  await using visitor = await visit({
    logs: [{ stream: "stdout", node: null, text: "\x1b[31mred\x1b[0m \u202egnp.exe" }],
  });
  assertStringIncludes((await visitor.get(`${PATH}/logs`)).text, "<p>red \\u202egnp.exe</p>");
});

Deno.test("a question can be declined", async () => {
  await using visitor = await visit({ status: "waiting_for_input" });
  visitor.hosts.asked = { "20260101-abcd": [TONE] };
  await visitor.post(`${PATH}/answer`, { key: "tone", do: "decline" });
  assertEquals(visitor.hosts.answered.map(({ answer }) => answer), [{ action: "decline" }]);
});

for (const [button, approved] of [["approve", true], ["refuse", false]] as const) {
  Deno.test(`an approval is what the button says: ${button}`, async () => {
    await using visitor = await visit({ status: "waiting_for_input" });
    visitor.hosts.asked = { "20260101-abcd": [PAY] };
    await visitor.post(`${PATH}/answer`, { key: "pay", do: button, "value.reason": "because" });
    assertEquals(visitor.hosts.answered.map(({ answer }) => answer), [
      { action: "accept", values: { approved, reason: "because" } },
    ]);
  });
}

Deno.test("nothing is approved by a form that says neither yes nor no", async () => {
  await using visitor = await visit({ status: "waiting_for_input" });
  visitor.hosts.asked = { "20260101-abcd": [PAY] };
  for (const action of [{}, { do: "accept" }, { do: "decline" }, { do: "yes", "value.approved": "true" }]) {
    assertEquals((await visitor.post(`${PATH}/answer`, { key: "pay", ...action })).status, 422);
  }
  assertEquals(visitor.hosts.answered, []);
});

Deno.test("an answer that comes too late says so", async () => {
  await using visitor = await visit({ status: "success" });
  const { status, text } = await visitor.post(`${PATH}/answer`, { key: "tone", do: "accept" });
  assertEquals(status, 422);
  assertStringIncludes(text, "does not wait for this answer any more");
});

Deno.test("a run that goes on can be cancelled", async () => {
  await using visitor = await visit({ status: "running" });
  assertStringIncludes((await visitor.get(PATH)).text, "Cancel run");
  await visitor.post(`${PATH}/cancel`);
  assertEquals(visitor.hosts.cancelled, ["20260101-abcd"]);
});

Deno.test("a run that is over can be run again with the same input", async () => {
  await using visitor = await visit({ input: { prompt: "hi", tags: ["a"] } });
  const { headers } = await visitor.post(`${PATH}/again`);
  assertEquals(headers.get("location"), "/runs/20260101-new1");
  assertEquals(visitor.hosts.started, [{
    project: "demo-0001",
    entrypoint: "main",
    values: { prompt: "hi", tags: ["a"] },
  }]);
});

Deno.test("a call that was refused says why, and what it was called with", async () => {
  await using visitor = await visit();
  visitor.database.record(
    toChanges({ runId: "refused-1", status: "refused", startedAt: NOW, input: { promt: "hi" } }),
  );
  assertStringIncludes((await visitor.get("/runs/refused-1")).text, "`prompt` is missing");
  assertStringIncludes((await visitor.get("/runs/refused-1/input")).text, "promt");
});
