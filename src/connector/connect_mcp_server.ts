import type { ConnectMcpServerOptions, McpServerConnection, McpServerDefinition } from "../core/api.ts";
import { connectThrough } from "./connect_through.ts";
import { defaultBackend } from "./default_backend.ts";

/**
 * Starts an MCP server as a child process, completes the handshake and lists the tools that it exposes. The child sees
 * exactly the environment of its definition, and ends with all that it started when the connection is closed. The MCP SDK is
 * loaded by the first call.
 *
 * @param definition The server; checked before anything is started.
 * @param options What the host allows to be inherited.
 * @returns The connection. Whoever opens it closes it.
 * @throws {McpServerError} `invalid_definition`, `spawn_failed`, `handshake_timeout`, `handshake_failed`, `too_many_tools` or
 * `server_exited`; nothing of the server is left then.
 * @throws What `options.signal` aborted with.
 */
export async function connectMcpServer(
  definition: McpServerDefinition,
  options: ConnectMcpServerOptions = {},
): Promise<McpServerConnection> {
  return await connectThrough(definition, { hostOptions: options, backend: defaultBackend });
}
