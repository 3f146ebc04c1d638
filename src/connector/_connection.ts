import type { Client } from "@modelcontextprotocol/sdk/client";
import type { McpServerConnection, McpTool } from "../core/api.ts";
import { showValue } from "../core/show_value.ts";
import { nearest } from "../nearest.ts";
import { callTool } from "./_call_tool.ts";
import { PATIENT } from "./end_process.ts";
import { McpServerError } from "./mcp_server_error.ts";
import { readArguments } from "./read_arguments.ts";
import type { Sdk } from "./_requests.ts";
import type { Session } from "./_session.ts";

/** What a connection is made of. */
export interface ConnectionParts {
  readonly id: string;
  /** Milliseconds for each call. */
  readonly timeout: number;
  readonly session: Session;
  /** Connected. */
  readonly client: Client;
  readonly tools: readonly McpTool[];
  readonly resultSchema: Sdk["ResultSchema"];
}

/**
 * Makes what the caller gets of a server that is connected.
 *
 * @param parts What it is made of.
 * @returns The connection.
 */
export function createConnection(parts: ConnectionParts): McpServerConnection {
  const { id, tools, session } = parts;
  const names = new Set(tools.map((tool) => tool.name));
  return Object.freeze({
    id,
    tools,
    async callTool(name: string, args?: Readonly<Record<string, unknown>>, signal?: AbortSignal) {
      if (!names.has(name)) throw unknownTool(name, { session, names });
      return await callTool({ name, args: readArguments(name, args), signal }, parts);
    },
    async close() {
      await session.end(PATIENT);
    },
  });
}

function unknownTool(
  name: unknown,
  { session, names }: { readonly session: Session; readonly names: ReadonlySet<string> },
): McpServerError {
  const meant = typeof name === "string" ? nearest(name, names) : undefined;
  const hint = meant === undefined ? "" : `; did you mean ${showValue(meant)}?`;
  const message = `Cannot call tool ${showValue(name)}: ${session.server} has no such tool${hint}`;
  return new McpServerError("unknown_tool", session.redact(message));
}
