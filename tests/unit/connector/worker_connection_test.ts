import { assert, assertEquals, assertRejects } from "@std/assert";
import type { McpServerLog } from "../../../src/core/api.ts";
import { normalizeMcpServers } from "../../../src/connector/normalize_mcp_servers.ts";
import { WorkerConnection } from "../../../src/connector/worker_connection.ts";
import { failureOf, type Fixture, fixture } from "./_fixture.ts";

/** Connects through a worker, uses that, closes it, and checks that nothing is left. */
async function withWorker(
  { definition, count }: Fixture,
  use: (connection: WorkerConnection, logs: readonly McpServerLog[]) => Promise<void>,
): Promise<void> {
  const [server] = normalizeMcpServers([definition]);
  if (server === undefined) throw new Error("there is one");
  const logs: McpServerLog[] = [];
  const connection = new WorkerConnection(server, { onLog: (log) => logs.push(log) });
  try {
    await use(connection, logs);
  } finally {
    await connection.close();
  }
  assertEquals(count(), 0);
}

Deno.test("a worker connects, calls and closes", async () => {
  await withWorker(fixture("calls"), async (connection) => {
    assertEquals((await connection.opened).length, 7);
    assertEquals(await connection.call("echo", { a: 1 }), {
      content: [{ type: "text", text: '{"a":1}' }],
      isError: false,
    });
    assertEquals((await failureOf(connection.call("ecko", {}))).code, "unknown_tool");
  });
});

Deno.test("a call that is given up rejects at once, and the server is told", async () => {
  await withWorker(fixture("trouble"), async (connection) => {
    await connection.opened;
    const cancel = new AbortController();
    const call = connection.call("hang", {}, cancel.signal);
    cancel.abort(new Error("enough"));
    await assertRejects(() => call, Error, "enough");
    const { content } = await connection.call("cancelled", {});
    assertEquals(JSON.parse(content[0]?.text ?? "").length, 1);
  });
});

Deno.test("closing settles what waits, and calls behind it are refused", async () => {
  await withWorker(fixture("trouble"), async (connection) => {
    await connection.opened;
    const call = failureOf(connection.call("hang", {}));
    await connection.close();
    assertEquals([(await call).code, (await failureOf(connection.call("hang", {}))).code], [
      "closed",
      "closed",
    ]);
  });
});

Deno.test("what a server writes to stderr is logged, and is in no error", async () => {
  await withWorker(fixture("exits", ["before", "3", "out of ink"]), async (connection, logs) => {
    const error = await failureOf(connection.opened);
    assertEquals(error.message, 'Cannot connect to MCP server "exits": the server exited with code 3');
    await connection.close();
    assertEquals(logs, [{ source: "stderr", text: "out of ink" }]);
  });
});

Deno.test("a program that is not there is a failure with its path", async () => {
  await withWorker(
    { definition: { id: "lost", command: ["/nowhere/server"] }, count: () => 0 },
    async (connection) => {
      const { code, message } = await failureOf(connection.opened);
      assertEquals([code, message], [
        "spawn_failed",
        'Cannot start MCP server "lost": /nowhere/server: there is no such program',
      ]);
    },
  );
});

Deno.test("closing while a mute server is connected to ends it at once", async () => {
  await withWorker(fixture("mute"), async (connection) => {
    const begun = performance.now();
    await connection.close();
    await failureOf(connection.opened);
    assert(performance.now() - begun < 2_000);
  });
});

Deno.test("hurry() ends within a second what resists", async () => {
  const { definition, count } = fixture("stubborn", ["server"]);
  await withWorker({ definition, count }, async (connection) => {
    await connection.opened;
    const begun = performance.now();
    await connection.hurry();
    const took = performance.now() - begun;
    assert(took < 2_000, `${took} ms`);
    assertEquals(count(), 0);
  });
});
