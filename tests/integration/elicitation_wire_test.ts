import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { openJournal } from "../../src/store/journal/journal.ts";
import { type RawMessage, RawServer } from "./harness/raw_server.ts";
import { makeMain, type TempProject } from "./harness/temp_project.ts";

const APPROVE = `return await ctx.approve("go", { title: "Go?" });`;
const ACCEPT = { action: "accept", content: { approved: true } };
const CALL = { jsonrpc: "2.0", id: "call", method: "tools/call", params: { name: "main" } };

Deno.test("a form is a request with an id above 0, and runs ask at the same time", async () => {
  await using project = await makeMain(APPROVE);
  await using server = await serve(project);
  await server.send(CALL);
  await server.send({ ...CALL, id: "other" });
  const forms = [await server.next(), await server.next()];
  assertEquals(forms.map(({ id, method }) => [id, method]), [[1, "elicitation/create"], [
    2,
    "elicitation/create",
  ]]);
  for (const { id } of forms.toReversed()) await server.send({ jsonrpc: "2.0", id, result: ACCEPT });
  const results = [await server.next(), await server.next()];
  assertEquals(results.map(({ id }) => id).toSorted(), ["call", "other"]);
  for (const { result } of results) assertEquals(result.structuredContent.output, { approved: true });
});

Deno.test("a client that closes its side while a form is open is told that the run waits, and the server ends", async () => {
  await using project = await makeMain(APPROVE);
  await using server = await serve(project);
  await server.send(CALL);
  await server.next();
  await server.closeInput();
  const { id, result } = await server.next();
  assertEquals([id, result.structuredContent.error.code], ["call", "interaction_required"]);
  assertStringIncludes(result.structuredContent.error.message, "the client has closed the connection");
  assertEquals((await server.status).code, 0);
  assertEquals(statuses(project), ["waiting_for_input"]);
});

for (const how of ["SIGTERM", "SIGKILL", "a closed stdout"] as const) {
  Deno.test(`${how} while a form is open leaves the run waiting`, async () => {
    await using project = await makeMain(APPROVE);
    await using server = await serve(project);
    await server.send(CALL);
    await server.next();
    if (how !== "a closed stdout") server.kill(how);
    else {
      await server.closeOutput();
      await server.send({ jsonrpc: "2.0", id: 2, method: "ping" });
    }
    await server.status;
    assertEquals(statuses(project), ["waiting_for_input"]);
  });
}

Deno.test("cancelling the call while a form is open takes it back, ends the run, and a late answer changes nothing", async () => {
  await using project = await makeMain(APPROVE);
  await using server = await serve(project);
  await server.send(CALL);
  const form = await server.next();
  await server.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "call" } });
  const taken = await server.next();
  assertEquals([taken.method, taken.params], ["notifications/cancelled", {
    requestId: form.id,
    reason: "The client cancelled the call",
  }]);
  await server.send({ jsonrpc: "2.0", id: form.id, result: ACCEPT });
  assertEquals((await server.request("ping")).result, {});
  assertEquals(server.received.some((line) => JSON.parse(line).id === "call"), false);
  assertEquals(statuses(project), ["cancelled"]);
});

Deno.test("a client of 2025-06-18 is shown choices in its own form, and no list", async () => {
  await using project = await makeMain(
    `return await ctx.ask("q", { message: "Q?", fields: values.list
      ? { a: { type: "checkboxes", options: ["x"], required: true } }
      : { a: { type: "string", options: [{ value: "x", label: "The X" }], required: true } } });`,
    { params: '{ list: { type: "boolean" } }' },
  );
  await using server = await serve(project, "2025-06-18");
  await server.send(CALL);
  const { id, params } = await server.next();
  assertEquals(params, {
    message: "Q?",
    requestedSchema: {
      type: "object",
      properties: { a: { type: "string", enum: ["x"], enumNames: ["The X"] } },
      required: ["a"],
    },
  });
  await server.send({ jsonrpc: "2.0", id, result: { action: "accept", content: { a: "x" } } });
  assertEquals((await server.next()).result.structuredContent.output, { a: "x" });
  const { result } = await server.call("main", { list: true });
  assertEquals(result.structuredContent.error.code, "interaction_required");
  assertStringIncludes(
    result.structuredContent.error.message,
    "from MCP 2025-11-25 on; this one speaks 2025-06-18",
  );
});

Deno.test("an approval is never given by a default, a missing or a twisted answer", async () => {
  await using project = await makeMain(APPROVE);
  await using server = await serve(project);
  await server.send(CALL);
  for (const content of [{}, { approved: "true" }, { approved: null, reason: "yes" }]) {
    const { id } = await server.next();
    await server.send({ jsonrpc: "2.0", id, result: { action: "accept", content } });
  }
  const { result } = await server.next();
  assertEquals(result.structuredContent.error.code, "interaction_required");
  assertEquals(statuses(project), ["waiting_for_input"]);
});

Deno.test("a secret never reaches the client, nor does a path of the server but the one it was started with", async () => {
  await using project = await makeMain(
    `return await ctx.ask("q", { message: "Q?", fields: { key: { type: "string", secret: true, default: "s3cret" } } });`,
  );
  await using server = await serve(project);
  const message: RawMessage = await server.call("main");
  assertEquals(message.result.structuredContent.error.fields, [
    { name: "key", type: "string", required: false, secret: true },
  ]);
  const text = JSON.stringify(message).replaceAll(`--data-dir ${project.dataDir}`, "");
  assert(!text.includes("s3cret") && !text.includes(project.root), text);
});

async function serve({ dir, dataDir }: TempProject, protocolVersion = "2025-11-25"): Promise<RawServer> {
  const server = new RawServer(["mcp", dir, "--data-dir", dataDir]);
  const clientInfo = { name: "raw", version: "1" };
  await server.request("initialize", { protocolVersion, capabilities: { elicitation: {} }, clientInfo });
  return server;
}

function statuses({ dataDir }: TempProject): string[] {
  using journal = openJournal(dataDir);
  return journal.list().runs.map(({ status }) => status);
}
