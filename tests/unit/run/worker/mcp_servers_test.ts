import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { McpServerError } from "../../../../src/connector/mcp_server_error.ts";
import type { HostCalls } from "../../../../src/run/worker/host_calls.ts";
import { RunMcpServers } from "../../../../src/run/worker/mcp_servers.ts";

const DEFINITION = { id: "files", command: ["/opt/files"], inheritEnvironment: ["FILES_TOKEN"] };

/** The servers of a run, whose host answers as the test says. */
function createServers(answer: (method: string, params: unknown) => unknown) {
  const asked: unknown[] = [];
  const callHost = ((method: string, params: unknown) => {
    asked.push([method, params]);
    return Promise.resolve(answer(method, params));
  }) as HostCalls["call"];
  const servers = [{ id: "files", tools: [{ name: "read", inputSchema: {} }] }];
  return { asked, servers: new RunMcpServers({ servers, callHost }) };
}

const RESULT = { content: [], isError: false };

Deno.test("get() gives the connection of an id, always the same, and names those that there are", () => {
  const { servers } = createServers(() => ({ ok: true, result: null }));
  assertEquals(servers.get("files"), servers.get("files"));
  assertEquals(servers.get("files").tools.map(({ name }) => name), ["read"]);
  assertThrows(
    () => servers.get("file"),
    TypeError,
    'There is no MCP server "file" in this run: package.json names "files"',
  );
});

Deno.test("a call goes to the host, and its error is thrown with its code", async () => {
  const { asked, servers } = createServers((_method, params) =>
    (params as { tool: string }).tool === "read"
      ? { ok: true, result: RESULT }
      : { ok: false, error: { code: "unknown_tool", message: "there is none" } }
  );
  const { callTool } = servers.get("files");
  assertEquals(await callTool("read", { path: "a" }), RESULT);
  const error = await assertRejects(() => callTool("write"), McpServerError, "there is none");
  assertEquals(error.code, "unknown_tool");
  assertEquals(asked, [
    ["mcp.call", { server: "files", tool: "read", args: { path: "a" } }],
    ["mcp.call", { server: "files", tool: "write", args: {} }],
  ]);
});

Deno.test("a connection that the run has closed refuses calls, and is closed once", async () => {
  const { asked, servers } = createServers(() => ({ ok: true, result: null }));
  const connection = servers.get("files");
  await connection.close();
  await connection.close();
  const error = await assertRejects(() => connection.callTool("read"), McpServerError);
  assertEquals([error.code, asked], ["closed", [["mcp.close", { server: "files" }]]]);
});

Deno.test("connect() checks the definition here, lets the host compare it, and gives the connection of ctx.mcp", async () => {
  const { asked, servers } = createServers(() => ({ ok: true, result: { id: "files", tools: [] } }));
  const error = await assertRejects(() => servers.connect(DEFINITION, {}), McpServerError);
  assertEquals([error.reason, asked], ["inherited_key_not_allowed", []]);
  const connection = await servers.connect(DEFINITION, { allowedInheritedEnvKeys: ["FILES_TOKEN"] });
  assertEquals([servers.get("files") === connection, asked], [true, [
    ["mcp.connect", { definition: { ...DEFINITION, environment: {}, timeout: 60_000 } }],
  ]]);
});
