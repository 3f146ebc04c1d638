import { assertEquals, assertNotEquals, assertStringIncludes } from "@std/assert";
import { Ajv } from "ajv";
import { WorkflowError } from "../../../src/errors.ts";
import { OUTPUT_SCHEMA } from "../../../src/mcp/output_schema.ts";
import { approval, ask } from "./_ask.ts";
import { FakeHost, tooLate } from "./_fake_host.ts";
import { type Answer, TestClient } from "./_test_client.ts";

const RUN_ID = "20260828-abcd";
const NAME = ask({ name: { type: "string", required: true } }, "Name?");
const APPROVED = { action: "accept", content: { approved: true } };
const matchesOutputSchema = new Ajv().compile(OUTPUT_SCHEMA);

Deno.test("push: each question is a form, and its answer goes on with the run", async () => {
  const host = new FakeHost(NAME, approval("Sure?"));
  const client = await connectLegacy(host);
  await call(client);
  const first = await client.next();
  assertEquals([first.method, first.params.message], ["elicitation/create", "Name?"]);
  await reply(client, first, { action: "accept", content: { name: "x", more: 1 } });
  const second = await client.next();
  assertEquals(second.params.message, "Sure?");
  await reply(client, second, { action: "decline" });
  assertEquals((await client.next()).result.structuredContent.output, { answers: 2 });
  assertEquals(host.answers, [{ action: "accept", values: { name: "x" } }, { action: "decline" }]);
  assertEquals(host.events, ["answer q", "answer a"]);
  await client.close();
});

Deno.test("push: a run that ends while its form is open takes it back", async () => {
  const host = new FakeHost(NAME);
  const client = await connectLegacy(host);
  await call(client);
  const form = await client.next();
  const error = { code: "run_failed", message: "broken" } as const;
  host.over.resolve(host.end({ status: "failed", errCode: 1, error, output: null }));
  const taken = await client.next();
  assertEquals([taken.method, taken.params], ["notifications/cancelled", {
    requestId: form.id,
    reason: "The run has ended",
  }]);
  assertEquals((await client.next()).result.structuredContent.error, error);
  await client.close();
});

Deno.test("push: cancelling the call while the form is open takes it back and ends the run, without an answer", async () => {
  const host = new FakeHost(NAME);
  const client = await connectLegacy(host);
  await call(client);
  await client.next();
  await client.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "call" } });
  assertEquals((await client.next()).method, "notifications/cancelled");
  await client.ask("ping");
  assertEquals(host.events, [`cancel ${RUN_ID}`]);
  const count = client.answers.length;
  await client.close();
  assertEquals(client.answers.length, count);
});

Deno.test("push: a client that leaves while the form is open leaves the run waiting, and is told so if it still reads", async () => {
  const host = new FakeHost(NAME);
  const client = await connectLegacy(host);
  await call(client);
  await client.next();
  await client.close();
  assertEquals(host.events, [`leave ${RUN_ID}`]);
  assertLeft(
    client.answers.at(-1)?.result,
    "the form was not answered: the client has closed the connection",
  );
});

Deno.test("push: an answer to a run that somebody else has taken up is not used, and the result says so", async () => {
  const host = new FakeHost(NAME);
  const client = await connectLegacy(host);
  await call(client);
  const form = await client.next();
  host.failure = tooLate();
  host.isPendingLost = true;
  host.status = "resumed";
  await reply(client, form, { action: "accept", content: { name: "x" } });
  const { result } = await client.next();
  assertEquals(result.isError, true);
  assertEquals(result.structuredContent, {
    runId: RUN_ID,
    status: "resumed",
    entrypointId: "main",
    entrypointTitle: "Main",
    error: {
      code: "not_resumable",
      message:
        `The answer was not used, the run has gone on without it: Cannot go on with run ${RUN_ID}: it is resumed`,
    },
  });
  assertEquals(matchesOutputSchema(result.structuredContent), true);
  assertEquals(host.events, ["answer q", `leave ${RUN_ID}`]);
  await client.close();
});

Deno.test("push: an answer to a run that cannot go on as it is leaves it waiting", async () => {
  const host = new FakeHost(NAME);
  const client = await connectLegacy(host);
  await call(client);
  const form = await client.next();
  host.failure = new WorkflowError("not_resumable", "Cannot go on: the bundle is gone");
  await reply(client, form, { action: "accept", content: { name: "x" } });
  assertLeft((await client.next()).result, "the answer could not be used: Cannot go on: the bundle is gone");
  await client.close();
});

Deno.test("push: a fault of the server while it hands an answer on is an error of the call", async () => {
  const host = new FakeHost(NAME);
  const client = await connectLegacy(host);
  await call(client);
  host.failure = new TypeError("broken");
  await reply(client, await client.next(), { action: "accept", content: { name: "x" } });
  assertEquals((await client.next()).error.code, -32603);
  await client.close();
});

Deno.test("return: each question is a result, under a name that is never used again", async () => {
  const host = new FakeHost(NAME, NAME);
  const client = new TestClient(host.handlers());
  const first = await callModern(client);
  assertEquals(Object.keys(first.result), ["resultType", "inputRequests", "requestState", "_meta"]);
  assertEquals(first.result.resultType, "input_required");
  const [name] = Object.keys(first.result.inputRequests);
  assertEquals(first.result.inputRequests[name ?? ""], {
    method: "elicitation/create",
    params: {
      mode: "form",
      message: "Name?",
      requestedSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
    },
  });
  const second = await callModern(client, retryOf(first, { action: "accept", content: { name: "x" } }));
  assertEquals(second.result.resultType, "input_required");
  assertNotEquals(Object.keys(second.result.inputRequests), Object.keys(first.result.inputRequests));
  const last = await callModern(client, retryOf(second, { action: "accept", content: { name: "y" } }));
  assertEquals([last.result.resultType, last.result.structuredContent.output], ["complete", { answers: 2 }]);
  assertEquals(host.events, ["answer q", "answer q"]);
  await client.close();
});

Deno.test("return: what a client answered to an earlier question answers no other", async () => {
  const host = new FakeHost(approval("Read?"), approval("Delete everything?"));
  const client = new TestClient(host.handlers());
  const first = await callModern(client);
  const second = await callModern(client, retryOf(first, APPROVED));
  const mixed = { ...retryOf(second, APPROVED), inputResponses: retryOf(first, APPROVED).inputResponses };
  const third = await callModern(client, mixed);
  assertEquals(third.result.resultType, "input_required");
  assertEquals(host.answers.length, 1);
  await client.close();
});

for (
  const [how, answer] of [
    ["is cancelled", { action: "cancel" }],
    ["is accepted without content for the third time", undefined],
  ] as const
) {
  Deno.test(`return: a form that ${how} leaves the run waiting`, async () => {
    const host = new FakeHost(NAME);
    const client = new TestClient(host.handlers());
    let message = await callModern(client);
    for (let n = 0; n < (answer ? 1 : 3); n++) {
      message = await callModern(client, retryOf(message, answer ?? { action: "accept" }));
    }
    assertLeft(
      message.result,
      answer
        ? "the form was closed without an answer"
        : "none of 3 answers could be used (the form was accepted without",
    );
    assertEquals(host.events, [`leave ${RUN_ID}`]);
    await client.close();
  });
}

Deno.test("return: a client that no longer shows forms answers, and is not asked again", async () => {
  const host = new FakeHost(NAME, NAME);
  const client = new TestClient(host.handlers());
  const first = await callModern(client);
  const retry = retryOf(first, { action: "accept", content: { name: "x" } });
  const second = await callModern(client, retry, {});
  assertLeft(second.result, "this client shows no forms");
  assertEquals(host.answers.length, 1);
  await client.close();
});

Deno.test("return: an answer to a run that has ended meanwhile gets what the run came to", async () => {
  const host = new FakeHost(NAME);
  const client = new TestClient(host.handlers());
  const first = await callModern(client);
  const error = { code: "run_failed", message: "broken" } as const;
  host.end({ status: "failed", errCode: 1, error, output: null });
  const { result } = await callModern(client, retryOf(first, { action: "accept", content: { name: "x" } }));
  assertEquals([result.structuredContent.status, result.structuredContent.error], ["failed", error]);
  assertEquals(host.events, []);
  await client.close();
});

Deno.test("return: an answer to a question that is no longer asked is not used", async () => {
  const host = new FakeHost(NAME);
  const client = new TestClient(host.handlers());
  const first = await callModern(client);
  host.isPendingLost = true;
  host.status = "resumed";
  const { result } = await callModern(client, retryOf(first, { action: "accept", content: { name: "x" } }));
  assertEquals([result.structuredContent.status, result.structuredContent.error.code], [
    "resumed",
    "not_resumable",
  ]);
  await client.close();
});

Deno.test("a question for a file is left waiting in both eras, with the fields and the way to answer", async () => {
  const question = ask({ report: { type: "file", required: true, title: "Report", description: "The PDF" } });
  const legacy = await connectLegacy(new FakeHost(question));
  await call(legacy);
  const modern = new TestClient(new FakeHost(question).handlers());
  for (const { result } of [await legacy.next(), await callModern(modern)]) {
    assertLeft(result, 'a client cannot show the form: "report" takes a file');
    assertEquals(result.structuredContent.error.fields, [
      { name: "report", type: "file", title: "Report", description: "The PDF", required: true },
    ]);
    assertEquals(matchesOutputSchema(result.structuredContent), true);
    assertEquals(JSON.parse(result.content[0].text), result.structuredContent);
  }
  await legacy.close();
  await modern.close();
});

Deno.test("wrong arguments are refused before there is a run", async () => {
  const host = new FakeHost(NAME);
  const client = await connectLegacy(host);
  const { error } = await client.ask("tools/call", { name: "main", arguments: { n: "1" } });
  assertEquals([error.code, host.status], [-32602, "running"]);
  await client.close();
});

async function connectLegacy(host: FakeHost): Promise<TestClient> {
  const client = new TestClient(host.handlers());
  const params = { protocolVersion: "2025-11-25", capabilities: { elicitation: {} }, clientInfo: {} };
  await client.ask("initialize", params, "init");
  return client;
}

async function call(client: TestClient): Promise<void> {
  await client.send({ jsonrpc: "2.0", id: "call", method: "tools/call", params: { name: "main" } });
}

async function reply(client: TestClient, { id }: Answer, result: object): Promise<void> {
  await client.send({ jsonrpc: "2.0", id, result });
}

function callModern(
  client: TestClient,
  retry: object = {},
  capabilities: object = { elicitation: { form: {} } },
): Promise<Answer> {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": capabilities,
  };
  return client.ask("tools/call", { name: "main", _meta, ...retry });
}

function retryOf({ result }: Answer, answer: object): { requestState: string; inputResponses: object } {
  const [name = ""] = Object.keys(result.inputRequests);
  return { requestState: result.requestState, inputResponses: { [name]: answer } };
}

function assertLeft(result: Answer | undefined, why: string): void {
  const { runId, status, error } = result?.structuredContent ?? {};
  assertEquals([result?.isError, runId, status, error?.code], [
    true,
    RUN_ID,
    "waiting_for_input",
    "interaction_required",
  ]);
  assertStringIncludes(error.message, why);
  assertStringIncludes(error.message, `workflow-code resume ${RUN_ID}`);
}
