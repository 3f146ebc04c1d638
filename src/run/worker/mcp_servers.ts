import type {
  ConnectMcpServerOptions,
  McpServerConnection,
  McpServerDefinition,
  McpTool,
} from "../../core/api.ts";
import { type McpAnswer, reviveMcpError } from "../../connector/error_data.ts";
import { McpServerError } from "../../connector/mcp_server_error.ts";
import { readArguments } from "../../connector/read_arguments.ts";
import { readDefinitions } from "../../connector/read_definitions.ts";
import { showList } from "../../core/show_list.ts";
import { showValue } from "../../core/show_value.ts";
import type { RunMcpServer } from "../protocol.ts";
import type { HostCalls } from "./host_calls.ts";

/** What {@linkcode RunMcpServers} is made of. */
export interface RunMcpServersOptions {
  /** The servers that the host has connected the run to. */
  readonly servers: readonly RunMcpServer[];
  /** Asks the host. */
  readonly callHost: HostCalls["call"];
}

/** The MCP servers of a run, which the host holds for it. */
export class RunMcpServers {
  readonly #callHost: HostCalls["call"];
  readonly #connections: Map<string, McpServerConnection>;

  constructor({ servers, callHost }: RunMcpServersOptions) {
    this.#callHost = callHost;
    this.#connections = new Map(servers.map((server) => [server.id, this.#create(server)]));
  }

  /**
   * Gives a connection; see `RunContext.mcp`.
   *
   * @throws {TypeError} If the run has no such server.
   */
  get(id: string): McpServerConnection {
    const found = this.#connections.get(id);
    if (found) return found;
    const ids = [...this.#connections.keys()];
    const why = ids.length === 0
      ? "package.json names none in workflow.mcpServers"
      : `package.json names ${showList(ids)} in workflow.mcpServers`;
    throw new TypeError(`There is no MCP server ${showValue(id)} in this run: ${why}`);
  }

  /** Connects as `Workflow.connectMcpServer` does, to a server that the host was started with. */
  async connect(
    definition: McpServerDefinition,
    options: ConnectMcpServerOptions,
  ): Promise<McpServerConnection> {
    // What is inherited is not here: whether it is set is for the host to know.
    const env = new Proxy({}, { get: () => "set" });
    const { definitions: [server] } = readDefinitions(definition, { ...options, env }, { isSingle: true });
    const answer = await this.#callHost("mcp.connect", { definition: server }, options.signal);
    const connection = this.#create(unwrap(answer));
    this.#connections.set(connection.id, connection);
    return connection;
  }

  #create({ id, tools }: RunMcpServer): McpServerConnection {
    const callHost = this.#callHost;
    let isClosed = false;
    return Object.freeze({
      id,
      tools: Object.freeze(tools.map((tool): McpTool => Object.freeze(tool))),
      async callTool(name: string, args?: Readonly<Record<string, unknown>>, signal?: AbortSignal) {
        const params = { server: id, tool: name, args: readArguments(name, args) };
        if (isClosed) {
          throw new McpServerError("closed", `Cannot call MCP server "${id}": the connection is closed`);
        }
        return unwrap(await callHost("mcp.call", params, signal));
      },
      async close() {
        if (!isClosed) await callHost("mcp.close", { server: id });
        isClosed = true;
      },
    });
  }
}

/** An error that is made here knows the author's line; one that came in a message does not. */
function unwrap<T>(answer: McpAnswer<T>): T {
  if (answer.ok) return answer.result;
  throw reviveMcpError(answer.error);
}
