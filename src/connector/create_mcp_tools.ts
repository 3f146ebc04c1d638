import type { CreateMcpToolsOptions, McpAgentTool, McpToolSource } from "../core/api.ts";
import { joinPath } from "../core/fault_path.ts";
import { showValue } from "../core/show_value.ts";
import { createAgentTool } from "./_agent_tool.ts";
import { McpServerError, type McpServerErrorReason } from "./mcp_server_error.ts";
import { MOST_SERVERS } from "./read_definitions.ts";
import { ResultFiles } from "./_result_files.ts";
import { toToolNames } from "./tool_names.ts";

/** The most characters of text that a result brings to a model, unless told otherwise: about 10,000 tokens. */
const MAX_RESULT_CHARS = 40_000;

/**
 * Makes the tools of MCP servers tools that an agent can call: tools of the AI SDK, named `<id>__<tool>`.
 *
 * @param options The connections, and how calls are handled.
 * @returns The tools by name, in the order of the connections.
 * @throws {McpServerError} `invalid_definition` for more than 8 connections, or two with the same id.
 *
 * @example
 * ```ts
 * import { createMcpTools } from "./create_mcp_tools.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const connection = {
 *   id: "files",
 *   tools: [{ name: "read", inputSchema: { type: "object" } }],
 *   callTool: () => Promise.resolve({ content: [{ type: "text", text: "Hello" }], isError: false }),
 * };
 * const tools = await createMcpTools({ connection });
 * assertEquals(Object.keys(tools), ["files__read"]);
 * assertEquals(await tools.files__read?.execute({}), { content: [{ type: "text", text: "Hello" }], isError: false });
 * ```
 */
export async function createMcpTools(options: CreateMcpToolsOptions): Promise<Record<string, McpAgentTool>> {
  const sources = await Promise.resolve(toSources(options));
  const entries = sources.flatMap((source) => source.tools.map((tool) => ({ source, tool })));
  const names = toToolNames(entries.map(({ source, tool }) => ({ server: source.id, tool: tool.name })));
  const files = new ResultFiles(options.resultDir);
  const { maxResultChars = MAX_RESULT_CHARS } = options;
  return Object.fromEntries(entries.map(({ source, tool }, index): [string, McpAgentTool] => {
    const name = names[index] ?? tool.name;
    return [name, createAgentTool(tool, { name, source, files, policy: options, maxResultChars })];
  }));
}

function toSources(options: CreateMcpToolsOptions): readonly McpToolSource[] {
  const { connection, connections } = options;
  const sources: readonly unknown[] = connections ?? [connection];
  if (sources.length > MOST_SERVERS) {
    throw refuse(
      "connections",
      "too_many_servers",
      `expected at most ${MOST_SERVERS}, found ${sources.length}`,
    );
  }
  const ids = new Set<string>();
  return sources.map((source, index) => {
    const path = connections === undefined ? "connection" : joinPath("connections", index);
    if (!isSource(source)) {
      throw refuse(path, "connection_malformed", `expected a connection, found ${showValue(source)}`);
    }
    if (ids.has(source.id)) {
      throw refuse(`${path}.id`, "id_repeated", `${showValue(source.id)} is there twice`);
    }
    ids.add(source.id);
    return source;
  });
}

function isSource(value: unknown): value is McpToolSource {
  return typeof value === "object" && value !== null && "id" in value && typeof value.id === "string" &&
    /^[a-z][a-z0-9-]*$/.test(value.id) && "tools" in value && Array.isArray(value.tools) &&
    "callTool" in value;
}

function refuse(path: string, reason: McpServerErrorReason, message: string): McpServerError {
  return new McpServerError("invalid_definition", `Cannot make tools: ${path}: ${message}`, { path, reason });
}
