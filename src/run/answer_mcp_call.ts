import { type McpAnswer, toMcpErrorData } from "../connector/error_data.ts";
import { McpServerError } from "../connector/mcp_server_error.ts";
import type { NormalizedMcpServer } from "../core/api.ts";
import { showList } from "../core/show_list.ts";
import { showValue } from "../core/show_value.ts";
import { toCanonicalJson } from "../core/canonical_json.ts";
import { isFields, isText } from "./_shapes.ts";
import type { McpConnections } from "./mcp_connections.ts";
import type { HostCall, HostCallMethods } from "./protocol.ts";

/** A call of a run. */
export interface McpCallOfRun {
  readonly runId: string;
  readonly call: HostCall;
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/**
 * Answers what a run asks of its MCP servers. Nothing of the call is trusted.
 *
 * @param connections The connections of the host.
 * @param call The call.
 * @returns The answer; `undefined` for a call that is about something else.
 */
export function answerMcpCall(
  connections: McpConnections,
  call: McpCallOfRun,
): Promise<McpAnswer<unknown>> | undefined {
  const method = call.call.method as keyof HostCallMethods;
  switch (method) {
    case "mcp.call":
      return toAnswer(callTool(connections, call));
    case "mcp.connect":
      return toAnswer(connect(connections, call));
    case "mcp.close":
      return toAnswer(close(connections, call));
    default:
      return undefined;
  }
}

async function callTool(
  connections: McpConnections,
  { runId, call, signal }: McpCallOfRun,
): Promise<unknown> {
  const { server, tool, args } = readParams(call);
  const connection = isText(server) ? connections.find(runId, server) : undefined;
  if (!connection) {
    throw new McpServerError(
      "closed",
      `Cannot call MCP server ${showValue(server)}: the connection is closed`,
    );
  }
  return await connection.call(isText(tool) ? tool : showValue(tool), isFields(args) ? args : {}, signal);
}

async function connect(connections: McpConnections, { runId, call }: McpCallOfRun): Promise<unknown> {
  const { definition } = readParams(call);
  const servers = await connections.servers;
  const asked = isFields(definition) ? definition : {};
  const server = servers.find(({ id }) => id === asked.id);
  const different = server && Object.keys(server).filter((key) => !isSame(server, asked, key));
  if (server && different?.length === 0 && connections.has(runId)) {
    return await connections.connect(runId, server);
  }
  const why = server
    ? `this is not the definition of that id which the host was started with, ${
      showList(different ?? [])
    } differ`
    : servers.length === 0
    ? "this run has none"
    : `this run has ${showList(servers.map(({ id }) => id))}`;
  throw new McpServerError(
    "invalid_definition",
    `Cannot connect to MCP server ${
      showValue(asked.id)
    }: a run connects only to what workflow.mcpServers in its ` +
      `package.json names and --mcp-servers defines; ${why}`,
    { path: different?.[0] ?? "id", reason: "not_granted" },
  );
}

async function close(connections: McpConnections, { runId, call }: McpCallOfRun): Promise<null> {
  const { server } = readParams(call);
  if (isText(server)) await connections.disconnect(runId, server);
  return null;
}

function isSame(server: NormalizedMcpServer, asked: Readonly<Record<string, unknown>>, key: string): boolean {
  const [granted, given] = [server[key as keyof NormalizedMcpServer], asked[key]].map((value) =>
    toCanonicalJson(value ?? null)
  );
  return granted === given;
}

function readParams({ params }: HostCall): Readonly<Record<string, unknown>> {
  return isFields(params) ? params : {};
}

async function toAnswer(work: Promise<unknown>): Promise<McpAnswer<unknown>> {
  try {
    return { ok: true, result: await work };
  } catch (error) {
    return { ok: false, error: toMcpErrorData(error) };
  }
}
