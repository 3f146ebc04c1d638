// However a run or its host ends, nothing of its MCP servers is left; and what a run that waits has of them.
import { assert, assertEquals } from "@std/assert";
import { call, connect } from "./harness/connect.ts";
import { connectForms } from "./harness/forms_client.ts";
import { makeMcpProject, type McpProject } from "./harness/mcp_project.ts";
import { eventually, executorsOf } from "./harness/processes.ts";
import { resume, runJson, toJsonCommand } from "./harness/project_command.ts";
import { RawServer } from "./harness/raw_server.ts";
import { RunningCommand } from "./harness/running_command.ts";

/** A good server, one that does not end when it is asked to, and one that ends and leaves such a child behind. */
const SERVERS = {
  calls: {},
  resists: { fixture: "stubborn", args: ["server"] },
  leaves: { fixture: "stubborn", args: ["parent"] },
};
/** Their processes, the child of the third included. */
const PROCESSES = 4;

/** The longest that resisting servers take to be gone behind a run, and behind a host that a client has left. */
const CLOSE_MS = 5_000;
const HOST_END_MS = 2_000;

const HANG = `console.log("hanging"); await new Promise(() => {});`;

async function untilGone(project: McpProject, ms: number): Promise<void> {
  await eventually("nothing of the servers is left", { ms, is: () => project.count() === 0 });
}

Deno.test("behind a run nothing of its servers is left: success, failure, business failure, time limit, cancelling", async () => {
  await using project = await makeMcpProject(SERVERS, {
    success: "return 1;",
    failed: `throw new Error("no");`,
    business: `ctx.fail(4, "no");`,
    timeout: HANG,
    cancelled: HANG,
  }, { timeout: 4_000 });
  await using connection = await connect(project, [...project.options, "--max-concurrency", "4"]);
  const ids = ["success", "failed", "business", "timeout"];
  const ends = await Promise.all(ids.map((id) => call(connection, id)));
  assertEquals(ends.map(({ structuredContent }) => structuredContent.status), [
    "success",
    "failed",
    "failed",
    "timeout",
  ]);
  await untilGone(project, CLOSE_MS);
  const cancel = new AbortController();
  const cancelled = connection.client.callTool({ name: "cancelled" }, undefined, { signal: cancel.signal });
  await eventually("the run hangs", { ms: 5_000, is: () => connection.stderr().split("hanging").length > 2 });
  assertEquals(project.count(), PROCESSES);
  cancel.abort();
  await cancelled.catch(() => {});
  await untilGone(project, CLOSE_MS);
});

Deno.test("a run that is cancelled while it connects leaves nothing, and a time limit counts the connecting", async () => {
  await using project = await makeMcpProject({ ...SERVERS, mute: {} }, { main: "return 1;" }, {
    main: 2_000,
  });
  await using connection = await connect(project, project.options);
  const { structuredContent } = await call(connection, "main");
  assertEquals(structuredContent.error.code, "timeout");
  await untilGone(project, CLOSE_MS);
  const cancel = new AbortController();
  const cancelled = connection.client.callTool({ name: "main" }, undefined, { signal: cancel.signal });
  await eventually("it connects", { ms: 5_000, is: () => project.count() > 0 });
  cancel.abort();
  await cancelled.catch(() => {});
  await untilGone(project, CLOSE_MS);
});

Deno.test("when the executor dies, the servers of its runs end, and the next run has new ones", async () => {
  await using project = await makeMcpProject(SERVERS, { main: HANG, again: "return 1;" });
  await using connection = await connect(project, project.options);
  const running = call(connection, "main");
  await eventually("the run hangs", { ms: 10_000, is: () => connection.stderr().includes("hanging") });
  for (const pid of executorsOf(connection.pid)) Deno.kill(pid, "SIGKILL");
  const { structuredContent } = await running;
  assertEquals(structuredContent.error.code, "executor_crashed");
  await untilGone(project, CLOSE_MS);
  assertEquals((await call(connection, "again")).structuredContent.output, 1);
  await untilGone(project, CLOSE_MS);
});

for (const end of ["closes stdin", "sends SIGTERM", "closes stdout"] as const) {
  Deno.test(`a client that ${end} while a run works leaves no server behind`, async () => {
    await using project = await makeMcpProject(SERVERS, { main: HANG });
    await using server = new RawServer([
      "mcp",
      project.dir,
      "--data-dir",
      project.dataDir,
      ...project.options,
    ]);
    await server.initialize();
    await server.send({ jsonrpc: "2.0", id: 99, method: "tools/call", params: { name: "main" } });
    await server.untilPrinted(/hanging/);
    await eventually("all servers are there", { ms: 5_000, is: () => project.count() === PROCESSES });
    const begun = Date.now();
    if (end === "closes stdin") await server.closeInput();
    else if (end === "sends SIGTERM") server.kill("SIGTERM");
    else {
      await server.closeOutput();
      await server.send({ jsonrpc: "2.0", id: 100, method: "ping" });
      await server.send({ jsonrpc: "2.0", id: 101, method: "ping" });
    }
    await server.status;
    await untilGone(project, HOST_END_MS);
    const took = Date.now() - begun;
    assert(took < HOST_END_MS + 1_000, `${took} ms`); // A busy machine takes its time.
  });
}

Deno.test("a host that is killed takes the servers with it that end with their stdin", async () => {
  await using project = await makeMcpProject({ calls: {}, trouble: {} }, { main: HANG });
  await using command = new RunningCommand(toJsonCommand(project, [...project.options, "main"]));
  await command.stderr.until(/hanging/);
  command.kill("SIGKILL");
  await untilGone(project, HOST_END_MS);
});

Deno.test("a command that is interrupted leaves no server behind", async () => {
  await using project = await makeMcpProject(SERVERS, { main: HANG });
  await using command = new RunningCommand(toJsonCommand(project, [...project.options, "main"]));
  await command.stderr.until(/hanging/);
  command.kill("SIGINT");
  assertEquals((await command.result()).code, 130);
  await untilGone(project, HOST_END_MS);
});

/** Two calls of a server that counts what it was told, with a question between them. */
const ASK = `
const trouble = ctx.mcp("trouble");
const told = async () => JSON.parse((await trouble.callTool("cancelled")).content[0].text).length;
await ctx.step("tell", () => trouble.callTool("hang", {}, AbortSignal.timeout(20)).catch(() => {}));
const before = await ctx.step("before", told);
const { approved } = await ctx.approve("go", { title: "Go?" });
return { before, after: await told(), approved };`;

Deno.test("a run that waits in its journal has no servers, and gets new ones when it goes on", async () => {
  await using project = await makeMcpProject({ trouble: {} }, { main: ASK });
  const { code, report } = await runJson(project, [...project.options, "main"]);
  assertEquals([code, project.count()], [3, 0]);
  const lacking = await resume(project, [report.runId, "--answer=approved=true"]).catch((error) => error);
  assert(String(lacking).includes('asks for the MCP server "trouble"'), String(lacking));
  const resumed = await resume(project, [report.runId, "--answer=approved=true", ...project.options]);
  assertEquals(resumed.report.result.data.output, { before: 1, after: 0, approved: true });
  assertEquals([resumed.code, project.count()], [0, 0]);
});

// The last: the official client leaves a timer behind.
Deno.test("a run whose worker waits for a person keeps its servers", {
  sanitizeOps: false,
  sanitizeResources: false,
}, async () => {
  await using project = await makeMcpProject({ trouble: {} }, { main: ASK });
  const counts: number[] = [];
  await using client = await connectForms(project, "v1", {
    args: project.options,
    answer: () => {
      counts.push(project.count());
      return { action: "accept", content: { approved: true } };
    },
  });
  const { structuredContent } = await client.call("main");
  assertEquals(structuredContent.output, { before: 1, after: 1, approved: true });
  assertEquals(counts, [1]);
  await untilGone(project, CLOSE_MS);
});
