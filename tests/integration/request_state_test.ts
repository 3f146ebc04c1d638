import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { openJournal } from "../../src/store/journal/journal.ts";
import { type RawMessage, RawServer } from "./harness/raw_server.ts";
import { makeProject, type TempProject } from "./harness/temp_project.ts";

/** Counts how often its step is done in a file, asks, and gives back what it got. */
const source = (word: string) => `
import { workflow } from "workflow-code";
async function run(ctx, values) {
  const step = await ctx.step("once", () => crypto.randomUUID());
  const { a } = await ctx.ask("q", { message: "A?", fields: { a: { type: "string", required: true } } });
  return { word: "${word}", step, a, n: values.n ?? null };
}
const params = { n: { type: "number" } };
export default workflow.define({ entrypoints: { main: { title: "Main", params, run }, other: { params, run } } });
`;

const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
  "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
};

/** What a client gives back. */
interface Retry {
  readonly requestState?: unknown;
  readonly inputResponses?: unknown;
}

Deno.test("a state is good for one answer, which goes on with the same run", async () => {
  await using project = await makeProject({ "workflow.ts": source("old") });
  await using server = serve(project);
  const retry = answer(await call(server), "x");
  const { result } = await call(server, retry);
  assertEquals([result.resultType, result.structuredContent.status], ["complete", "success"]);
  assertEquals(result.structuredContent.output.a, "x");
  const again = await call(server, retry);
  assertRefused(again, "was used before");
  assertEquals(statuses(project), ["success"]);
});

Deno.test("a state that was changed, made up or cut is refused, and stays good for the one who has it", async () => {
  await using project = await makeProject({ "workflow.ts": source("old") });
  await using server = serve(project);
  const retry = answer(await call(server), "x");
  const state = String(retry.requestState);
  const middle = Math.floor(state.length / 3);
  const flipped = state.slice(0, middle) + (state[middle] === "A" ? "B" : "A") + state.slice(middle + 1);
  for (
    const requestState of [
      flipped,
      state.slice(0, -1),
      `${state}A`,
      `${state}.`,
      "",
      "v1..",
      "v1.e30.",
      "{}",
      "x".repeat(1e6),
    ]
  ) {
    assertRefused(await call(server, { ...retry, requestState }), "was not made by this server");
  }
  assertEquals(statuses(project), ["waiting_for_input"]);
  assertEquals((await call(server, retry)).result.structuredContent.output.a, "x");
});

Deno.test("a state is refused with another tool, other arguments and another project, and stays good", async () => {
  await using project = await makeProject({ "workflow.ts": source("old") });
  await using server = serve(project);
  const retry = answer(await call(server, {}, { n: 1 }), "x");
  assertRefused(await call(server, retry, { n: 1 }, "other"), "belongs to a call of another tool");
  for (const args of [{ n: 2 }, {}, undefined]) {
    assertRefused(await call(server, retry, args), "belongs to a call with other arguments");
  }
  await using stranger = await makeProject({ "workflow.ts": source("old") }, {
    id: "99999999-9999-4999-8999-999999999999",
  });
  await using other = serve({ ...stranger, dataDir: project.dataDir });
  assertRefused(await call(other, retry, { n: 1 }), "belongs to another workflow project");
  assertEquals(statuses(project), ["waiting_for_input"]);
  assertEquals((await call(server, retry, { n: 1 })).result.structuredContent.output.n, 1);
});

for (
  const [what, retry, message] of [
    ["answers without a state", { inputResponses: { a: {} } }, '"requestState" is missing'],
    ["a state that is no text", { requestState: 5, inputResponses: {} }, '"requestState" must be a string'],
    [
      "answers that are a list",
      { requestState: "a", inputResponses: [] },
      '"inputResponses" must be an object',
    ],
  ] as const
) {
  Deno.test(`a call with ${what} is refused, and begins no run`, async () => {
    await using project = await makeProject({ "workflow.ts": source("old") });
    await using server = serve(project);
    const { error } = await call(server, retry);
    assertEquals(error?.code, -32602);
    assertStringIncludes(error?.message ?? "", message);
    assertEquals(statuses(project), []);
  });
}

Deno.test("a client that brings no answer is asked again, three times at most, with a state of its own each time", async () => {
  await using project = await makeProject({ "workflow.ts": source("old") });
  await using server = serve(project);
  const first = await call(server);
  const second = await call(server, { requestState: first.result.requestState });
  assertEquals(second.result.resultType, "input_required");
  const stale = { ...answer(second, "x"), inputResponses: answer(first, "x").inputResponses };
  const third = await call(server, stale);
  assertEquals(third.result.resultType, "input_required");
  assertRefused(await call(server, answer(first, "x")), "was used before");
  assertRefused(await call(server, answer(second, "x")), "was used before");
  const { result } = await call(server, { requestState: third.result.requestState, inputResponses: null });
  assertEquals([result.isError, result.structuredContent.error.code], [true, "interaction_required"]);
  assertEquals(statuses(project), ["waiting_for_input"]);
});

for (const changed of [false, true]) {
  Deno.test(`a state outlives the server${changed ? ", and its run keeps the project that it began with" : ""}`, async () => {
    await using project = await makeProject({ "workflow.ts": source("old") });
    let first: RawMessage;
    {
      await using server = serve(project);
      first = await call(server);
      await server.closeInput();
      assertEquals((await server.status).code, 0);
    }
    const key = await Deno.stat(join(project.dataDir, "keys", "request-state.key"));
    assertEquals([key.size, (key.mode ?? 0) & 0o777], [32, 0o600]);
    if (changed) await Deno.writeTextFile(join(project.dir, "workflow.ts"), source("new"));
    await using server = serve(project);
    const { result } = await call(server, answer(first, "x"));
    const { status, output } = result.structuredContent;
    assertEquals([status, output.word, output.a], ["success", "old", "x"]);
    assertEquals(statuses(project), ["success"]);
    const fresh = await call(server);
    assertEquals(
      (await call(server, answer(fresh, "y"))).result.structuredContent.output.word,
      changed ? "new" : "old",
    );
  });
}

Deno.test("an answer to a run whose bundle is gone leaves it waiting, and says how to go on all the same", async () => {
  await using project = await makeProject({ "workflow.ts": source("old") });
  let first: RawMessage;
  {
    await using server = serve(project);
    first = await call(server);
    await server.closeInput();
    await server.status;
  }
  await Deno.remove(join(project.dataDir, "cache"), { recursive: true });
  await Deno.writeTextFile(join(project.dir, "workflow.ts"), source("new"));
  await using server = serve(project);
  const { status, error } = (await call(server, answer(first, "x"))).result.structuredContent;
  assertEquals([status, error.code], ["waiting_for_input", "interaction_required"]);
  assertStringIncludes(
    error.message,
    "the project has changed and the bundle that it began with is gone; --force goes on",
  );
  assertEquals(statuses(project), ["waiting_for_input"]);
});

Deno.test("a state outlives a server that was killed", async () => {
  await using project = await makeProject({ "workflow.ts": source("old") });
  let first: RawMessage;
  {
    await using server = serve(project);
    first = await call(server);
    server.kill("SIGKILL");
    await server.status;
  }
  await using server = serve(project);
  assertEquals((await call(server, answer(first, "x"))).result.structuredContent.output.a, "x");
});

Deno.test("of two servers that get the same answer one goes on with the run", async () => {
  await using project = await makeProject({ "workflow.ts": source("old") });
  await using one = serve(project);
  await using two = serve(project);
  const retry = answer(await call(one), "x");
  await two.request("tools/list", { _meta: META });
  const outcomes = await Promise.all([call(one, retry), call(two, retry)]);
  const [good, ...rest] = outcomes.filter(({ result }) => result?.structuredContent?.status === "success");
  assertEquals(good?.result.structuredContent.output.a, "x");
  assertEquals(rest, []);
  assertRefused(outcomes.find(({ error }) => error) ?? {}, "was used before");
  assertEquals(statuses(project), ["success"]);
});

Deno.test("another server of the same project goes on with a run whose first one still waits for the answer", async () => {
  await using project = await makeProject({ "workflow.ts": source("old") });
  await using one = serve(project);
  const first = await call(one);
  await using two = serve(project);
  assertEquals((await call(two, answer(first, "x"))).result.structuredContent.output.a, "x");
  assertRefused(await call(one, answer(first, "y")), "was used before");
});

Deno.test("a refusal reveals nothing of the run", async () => {
  await using project = await makeProject({ "workflow.ts": source("old") });
  await using server = serve(project);
  const retry = answer(await call(server, {}, { n: 1 }), "x");
  const refusal = JSON.stringify(await call(server, retry, { n: 2 }));
  using journal = openJournal(project.dataDir);
  const [run] = journal.list().runs;
  assert(run && !refusal.includes(run.runId), refusal);
});

function serve({ dir, dataDir }: TempProject): RawServer {
  return new RawServer(["mcp", dir, "--data-dir", dataDir]);
}

async function call(
  server: RawServer,
  retry: Retry = {},
  args: Record<string, unknown> | undefined = {},
  name = "main",
): Promise<RawMessage> {
  return await server.request("tools/call", { name, arguments: args, _meta: META, ...retry });
}

/** What a client gives back for a form that it was returned. */
function answer({ result, error }: RawMessage, a: string): Retry {
  assertEquals(error, undefined);
  assertEquals(result.resultType, "input_required");
  const [name, ...others] = Object.keys(result.inputRequests);
  assert(name !== undefined && others.length === 0);
  const { method, params } = result.inputRequests[name];
  assertEquals([method, params.mode, params.message.split("\n")[0]], ["elicitation/create", "form", "A?"]);
  assertMatch(result.requestState, /^v1\.[\w-]+\.[\w-]+$/);
  return {
    requestState: result.requestState,
    inputResponses: { [name]: { action: "accept", content: { a } } },
  };
}

function assertRefused({ error, result }: Pick<RawMessage, "error" | "result">, reason: string): void {
  assertEquals(result, undefined);
  assertEquals(error?.code, -32602);
  assertStringIncludes(error?.message ?? "", `The requestState ${reason}`);
}

function statuses({ dataDir }: TempProject): string[] {
  using journal = openJournal(dataDir);
  return journal.list().runs.map(({ status }) => status);
}
