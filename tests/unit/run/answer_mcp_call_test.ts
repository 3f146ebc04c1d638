import { assertEquals } from "@std/assert";
import type { NormalizedMcpServer } from "../../../src/core/api.ts";
import { answerMcpCall } from "../../../src/run/answer_mcp_call.ts";
import type { McpConnections } from "../../../src/run/mcp_connections.ts";

const SERVER: NormalizedMcpServer = {
  id: "files",
  command: ["/opt/files", "--all"],
  environment: { A: "1", B: "2" },
  inheritEnvironment: [],
  timeout: 60_000,
};

/** Asks as a run would. */
async function ask(method: string, params: unknown): Promise<unknown> {
  const calls: unknown[] = [];
  const connection = {
    call: (tool: string, args: unknown) => {
      calls.push([tool, args]);
      return Promise.resolve({ content: [], isError: false });
    },
  };
  const connections = {
    servers: Promise.resolve([SERVER]),
    has: () => true,
    find: (runId: string, server: string) => runId === "r" && server === "files" ? connection : undefined,
    connect: () => Promise.resolve({ id: "files", tools: [] }),
    disconnect: (_runId: string, server: string) => Promise.resolve(void calls.push(server)),
  } as unknown as McpConnections;
  const { signal } = new AbortController();
  const answer = await answerMcpCall(connections, { runId: "r", call: { method, params }, signal });
  return answer === undefined ? "not mine" : answer.ok ? { result: answer.result, calls } : answer.error;
}

Deno.test("a call goes to the connection of its run, whatever its arguments are", async () => {
  const result = { content: [], isError: false };
  const call = (params: unknown) => ask("mcp.call", params);
  assertEquals(await call({ server: "files", tool: "read", args: { a: 1 } }), {
    result,
    calls: [["read", { a: 1 }]],
  });
  assertEquals(await call({ server: "files", tool: 7, args: [1] }), { result, calls: [["7", {}]] });
  for (const params of [null, 3, [], {}, { server: "other" }, { server: { toString: 1 } }]) {
    assertEquals((await call(params) as { code: string }).code, "closed", JSON.stringify(params));
  }
});

Deno.test("connecting takes the host's own definition, in any order of keys, and no other", async () => {
  const connect = (definition: unknown) => ask("mcp.connect", { definition });
  const same = Object.fromEntries(Object.entries({ ...SERVER, environment: { B: "2", A: "1" } }).reverse());
  assertEquals(await connect(same), { result: { id: "files", tools: [] }, calls: [] });
  const refusals: Record<string, unknown> = {
    command: { ...SERVER, command: ["/opt/files"] },
    environment: { ...SERVER, environment: { A: "1" } },
    timeout: { ...SERVER, timeout: undefined },
    id: { ...SERVER, id: "other" },
  };
  for (const [path, definition] of Object.entries(refusals)) {
    const { code, reason, path: found } = await connect(definition) as Record<string, unknown>;
    assertEquals([code, reason, found], ["invalid_definition", "not_granted", path]);
  }
  assertEquals((await connect(null) as { code: string }).code, "invalid_definition");
});

Deno.test("closing ends the server; another method is somebody else's", async () => {
  assertEquals(await ask("mcp.close", { server: "files" }), { result: null, calls: ["files"] });
  assertEquals(await ask("mcp.close", null), { result: null, calls: [] });
  assertEquals(await ask("related.run", {}), "not mine");
  assertEquals(await ask("toString", {}), "not mine");
});
