import type { Client } from "@modelcontextprotocol/sdk/client";
import type { McpTool } from "../core/api.ts";
import { showValue } from "../core/show_value.ts";
import { McpServerError } from "./mcp_server_error.ts";
import { readTool } from "./_read_tool.ts";
import { METHOD_NOT_FOUND, type RequestOptions, type Sdk, toRpcError } from "./_requests.ts";

/** The most tools of one server. */
const MOST_TOOLS = 256;

/** The most pages: one for each tool, and as many that are empty. */
const MOST_PAGES = 2 * MOST_TOOLS;

/** Options for {@linkcode listTools}. */
export interface ListToolsOptions {
  readonly resultSchema: Sdk["ResultSchema"];
  readonly requestOptions: RequestOptions;
  /** Names the server in messages, such as `MCP server "files"`. */
  readonly server: string;
  /** Called with a sentence about each tool that cannot be used and is left out. */
  readonly onRemark: (remark: string) => void;
}

/**
 * Lists every tool of a server, page by page. One that cannot be used is left out and the rest kept.
 *
 * @param client A client that is connected.
 * @param options How to ask.
 * @returns The tools in the server's order.
 * @throws {McpServerError} `too_many_tools`; `handshake_failed` for a repeated name or a list without end.
 */
export async function listTools(client: Client, options: ListToolsOptions): Promise<readonly McpTool[]> {
  const { server } = options;
  const tools = new Map<string, McpTool>();
  const cursors = new Set<string>();
  let count = 0;
  for (let cursor: string | undefined, isMore = true; isMore;) {
    const page = await readPage(client, cursor, options);
    for (const entry of page.entries) {
      if (++count > MOST_TOOLS) {
        throw new McpServerError(
          "too_many_tools",
          `Cannot use ${server}: it has more than ${MOST_TOOLS} tools`,
        );
      }
      const tool = readTool(entry);
      if (typeof tool === "string") options.onRemark(`${server} has a tool that cannot be used: ${tool}`);
      else if (tools.has(tool.name)) {
        throw refuse(server, "repeated_tool", `it has two tools ${showValue(tool.name)}`);
      } else tools.set(tool.name, tool);
    }
    cursor = page.cursor;
    isMore = cursor !== undefined;
    if (cursor !== undefined && (cursors.has(cursor) || cursors.size === MOST_PAGES)) {
      throw refuse(server, "endless_list", "its list of tools does not end");
    }
    if (cursor !== undefined) cursors.add(cursor);
  }
  return Object.freeze([...tools.values()]);
}

async function readPage(
  client: Client,
  cursor: string | undefined,
  { resultSchema, requestOptions, server }: ListToolsOptions,
): Promise<{ readonly entries: readonly unknown[]; readonly cursor: string | undefined }> {
  const params = cursor === undefined ? {} : { cursor };
  const { tools, nextCursor } = await client.request(
    { method: "tools/list", params },
    resultSchema,
    requestOptions,
  ).catch((error): { tools?: unknown; nextCursor?: unknown } => {
    // A server without tools need not have the method.
    if (cursor === undefined && toRpcError(error)?.code === METHOD_NOT_FOUND) return { tools: [] };
    throw error;
  });
  if (!Array.isArray(tools)) {
    throw refuse(server, "unsupported_answer", `expected a list of tools, found ${showValue(tools)}`);
  }
  return {
    entries: tools,
    cursor: typeof nextCursor === "string" && nextCursor !== "" ? nextCursor : undefined,
  };
}

function refuse(
  server: string,
  reason: "repeated_tool" | "endless_list" | "unsupported_answer",
  message: string,
): McpServerError {
  return new McpServerError("handshake_failed", `Cannot use ${server}: ${message}`, { reason });
}
