import { assert, assertEquals, assertRejects } from "@std/assert";
import { normalizeMcpServers } from "../../../src/connector/normalize_mcp_servers.ts";
import { WorkflowError } from "../../../src/errors.ts";
import { McpConnections } from "../../../src/run/mcp_connections.ts";
import { eventually } from "../../integration/harness/processes.ts";
import { countProcesses, fixtureCommand } from "../../fixtures/mcp_fixture.ts";

/** Connections to servers of tests/fixtures/mcp, by id. */
function openFixtures(servers: Readonly<Record<string, readonly string[]>>) {
  const mark = `mark-${crypto.randomUUID()}`;
  const definitions = Object.entries(servers).map(([id, args]) => ({
    id,
    command: [...fixtureCommand(id, args), mark],
    timeout: 5_000,
  }));
  const log: string[] = [];
  const connections = new McpConnections({
    servers: Promise.resolve(normalizeMcpServers(definitions)),
    onLog: (runId, { text }) => log.push(`${runId} ${text}`),
  });
  return { connections, log, count: () => countProcesses(mark) };
}

const NEVER = new AbortController().signal;

// The first: `deno test` checks the types of a worker when it is first started, and of several at once several times.
Deno.test("a run that is opened again while its servers end waits for that", async () => {
  const { connections, count } = openFixtures({ calls: [] });
  await connections.open("a", NEVER);
  connections.close("a");
  await connections.open("a", NEVER);
  assertEquals(count(), 1);
  await connections.closeAll();
});

Deno.test("each run has its own connections, found by run and server, until it is closed", async () => {
  const { connections, count } = openFixtures({ calls: [], trouble: [] });
  const servers = await Promise.all([connections.open("a", NEVER), connections.open("b", NEVER)]);
  assertEquals(servers[0].map(({ id, tools }) => [id, tools.length]), [["calls", 7], ["trouble", 4]]);
  assertEquals(count(), 4);
  assert(connections.find("a", "calls") !== connections.find("b", "calls"));
  connections.close("a");
  assertEquals([connections.find("a", "calls"), connections.has("a")], [undefined, false]);
  assertEquals((await connections.find("b", "calls")?.call("echo", {}))?.isError, false);
  await connections.closeAll({ isPatient: true });
  assertEquals(count(), 0);
});

Deno.test("one server that fails ends the others, is named, and why is in the log", async () => {
  const { connections, log, count } = openFixtures({ calls: [], exits: ["before", "3", "out of ink"] });
  const error = await assertRejects(() => connections.open("a", NEVER), WorkflowError);
  const message = 'Cannot connect to MCP server "exits": the server exited with code 3';
  assertEquals([error.code, error.message], ["run_failed", message]);
  await connections.closeAll({ isPatient: true });
  assertEquals([log.toSorted(), count()], [["a exits: " + message + "\n", "a exits: out of ink\n"], 0]);
});

Deno.test("servers are connected to at the same time, and opening that is given up rejects at once and leaves nothing", async () => {
  const { connections, count } = openFixtures({ mute: [], calls: [] });
  const cancel = new AbortController();
  const opening = connections.open("a", cancel.signal);
  const given = assertRejects(() => opening, Error, "enough");
  // The first never answers.
  await eventually("both are there", { ms: 5_000, is: () => count() === 2 });
  cancel.abort(new Error("enough"));
  await given;
  await connections.closeAll({ isPatient: true });
  assertEquals(count(), 0);
});

Deno.test("nothing is opened any more once all is closed", async () => {
  const { connections, count } = openFixtures({ calls: [] });
  await connections.closeAll();
  await assertRejects(() => connections.open("a", NEVER), WorkflowError, "its host ends");
  assertEquals(count(), 0);
});
