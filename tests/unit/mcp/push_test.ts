// Requests to the client, over a whole connection.
import { assertEquals, assertStringIncludes } from "@std/assert";
import type { ClientAnswer, FormChannel } from "../../../src/mcp/elicitation.ts";
import type { ToolCall } from "../../../src/mcp/handlers.ts";
import { fakeHandlers, textResult } from "./_fake_handlers.ts";
import { TestClient } from "./_test_client.ts";

const SCHEMA = { type: "object", properties: { a: { type: "string" } }, required: ["a"] } as const;
const FORM = { message: "A?", requestedSchema: SCHEMA };
const CALL = { jsonrpc: "2.0", id: "call", method: "tools/call", params: { name: "echo" } };

/** A client whose calls ask for a form as often as told, and give what came back. */
async function connect(
  { version = "2025-11-25", capabilities = { elicitation: {} } as object, graceMs = 1000, times = 1 } = {},
): Promise<{ client: TestClient; outcomes: (ClientAnswer | string)[] }> {
  const outcomes: (ClientAnswer | string)[] = [];
  const client = new TestClient(
    fakeHandlers({
      callTool: async (_name, _args, call) => {
        for (let n = 0; n < times; n++) {
          outcomes.push(await push(call)?.catch((error) => `aborted: ${error.message}`) ?? "no forms");
        }
        return textResult("done");
      },
    }),
    { graceMs },
  );
  await client.ask("initialize", { protocolVersion: version, capabilities, clientInfo: {} });
  return { client, outcomes };
}

function push({ forms, signal }: ToolCall): Promise<ClientAnswer> | undefined {
  return forms?.kind === "push" ? forms.elicit(FORM, signal) : undefined;
}

Deno.test("a form is a request with an id above 0, and its answer goes to the call that asked", async () => {
  const { client, outcomes } = await connect({ times: 2 });
  await client.send(CALL);
  for (const id of [1, 2]) {
    assertEquals(await client.next(), {
      jsonrpc: "2.0",
      id,
      method: "elicitation/create",
      params: { mode: "form", ...FORM },
    });
    await client.send({ jsonrpc: "2.0", id, result: { action: "accept", content: { a: `${id}` } } });
  }
  assertEquals((await client.next()).result, textResult("done"));
  assertEquals(
    outcomes.map((outcome) => typeof outcome === "object" && outcome.status === "answered" && outcome.result),
    [
      { action: "accept", content: { a: "1" } },
      { action: "accept", content: { a: "2" } },
    ],
  );
  await client.close();
});

for (const version of ["2024-10-07", "2024-11-05", "2025-03-26", "2025-06-18"]) {
  Deno.test(`a form for ${version} does not name a mode, which that version does not know`, async () => {
    const { client } = await connect({ version });
    await client.send(CALL);
    assertEquals((await client.next()).params, FORM);
    await client.close();
  });
}

for (const capabilities of [{}, { elicitation: { url: {} } }, { sampling: {} }]) {
  Deno.test(`a client that declares ${JSON.stringify(capabilities)} is sent no form`, async () => {
    const { client, outcomes } = await connect({ capabilities });
    await client.send(CALL);
    await client.next();
    await client.close();
    assertEquals([outcomes, client.answers.length], [["no forms"], 2]);
  });
}

Deno.test("a client that never said what it can is sent no form", async () => {
  let forms: FormChannel | undefined;
  const client = new TestClient(fakeHandlers({
    callTool: (_name, _args, call) => {
      forms = call.forms;
      return Promise.resolve(textResult(""));
    },
  }));
  await client.send(CALL);
  await client.next();
  await client.close();
  assertEquals(forms, undefined);
});

Deno.test("what a client says of itself the last time counts", async () => {
  const { client, outcomes } = await connect();
  await client.ask("initialize", { protocolVersion: "2025-11-25", capabilities: {} });
  await client.send(CALL);
  await client.next();
  assertEquals(outcomes, ["no forms"]);
  await client.close();
});

Deno.test("a client's error is no answer, and its message is handed on", async () => {
  const { client, outcomes } = await connect();
  await client.send(CALL);
  const { id } = await client.next();
  await client.send({ jsonrpc: "2.0", id, error: { code: -32603, message: "no window" } });
  await client.next();
  assertEquals(outcomes, [{ status: "unanswered", reason: "no window" }]);
  await client.close();
});

Deno.test("answers to what was never asked, and repeated ones, change nothing", async () => {
  const { client, outcomes } = await connect({ times: 2 });
  await client.send(CALL);
  await client.next();
  const answer = { action: "accept", content: { a: "1" } };
  for (const id of [0, 2, 99, "1", null, {}]) {
    await client.send({ jsonrpc: "2.0", id, result: { action: "decline" } });
  }
  await client.send({ jsonrpc: "2.0", id: 1, result: answer }, {
    jsonrpc: "2.0",
    id: 1,
    result: { action: "cancel" },
  });
  await client.next();
  await client.send({ jsonrpc: "2.0", id: 2, result: answer });
  await client.next();
  assertEquals(outcomes, [{ status: "answered", result: answer }, { status: "answered", result: answer }]);
  await client.close();
});

Deno.test("cancelling the call takes the form back, once, and a late answer is dropped", async () => {
  const { client, outcomes } = await connect();
  await client.send(CALL);
  await client.next();
  const reason = "x".repeat(5000);
  await client.send({
    jsonrpc: "2.0",
    method: "notifications/cancelled",
    params: { requestId: "call", reason },
  });
  const taken = await client.next();
  assertEquals([taken.method, taken.params.requestId], ["notifications/cancelled", 1]);
  assertStringIncludes(taken.params.reason, "The client cancelled the call: xxx");
  assertEquals(taken.params.reason.length, 1000);
  await client.send({ jsonrpc: "2.0", id: 1, result: { action: "accept", content: { a: "1" } } });
  await client.ask("ping");
  await client.close();
  assertEquals(outcomes, [`aborted: The client cancelled the call: ${reason}`]);
  assertEquals(client.answers.map(({ method, id }) => method ?? id), [
    1,
    "elicitation/create",
    "notifications/cancelled",
    1,
  ]);
});

Deno.test("a client that closes its side leaves its forms unanswered, and the call can still be answered", async () => {
  const { client, outcomes } = await connect({ times: 2 });
  await client.send(CALL);
  await client.next();
  assertEquals(await client.close(), "eof");
  const gone = { status: "unanswered", reason: "the client has closed the connection" } as const;
  assertEquals(outcomes, [gone, gone]);
  assertEquals(client.answers.at(-1)?.result, textResult("done"));
  assertEquals(client.answers.length, 3);
});

Deno.test("a client that is gone leaves its forms unanswered before its calls are aborted", async () => {
  const { client, outcomes } = await connect();
  await client.send(CALL);
  await client.next();
  client.breakOutput();
  await client.send({ jsonrpc: "2.0", id: "ping", method: "ping" });
  assertEquals(await client.ended, "closed");
  assertEquals(outcomes, [{ status: "unanswered", reason: "the client has closed the connection" }]);
});

Deno.test("a form that is too long for a message is left unanswered", async () => {
  const outcomes: ClientAnswer[] = [];
  const client = new TestClient(fakeHandlers({
    callTool: async (_name, _args, { forms, signal }) => {
      if (forms?.kind === "push") {
        outcomes.push(await forms.elicit({ ...FORM, message: "x".repeat(11e6) }, signal));
      }
      return textResult("");
    },
  }));
  await client.ask("initialize", { protocolVersion: "2025-11-25", capabilities: { elicitation: {} } });
  await client.send(CALL);
  await client.next();
  await client.close();
  const [outcome] = outcomes;
  assertStringIncludes(outcome?.status === "unanswered" ? outcome.reason : "", "bytes");
});
