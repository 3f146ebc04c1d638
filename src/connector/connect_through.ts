import process from "node:process";
import type {
  ConnectMcpServerOptions,
  McpServerConnection,
  McpServerDefinition,
  McpServerLog,
} from "../core/api.ts";
import { toChildEnvironment } from "./_child_environment.ts";
import { openConnection, type OpenConnectionOptions } from "./open_connection.ts";
import { currentPlatform } from "./platform.ts";
import { readDefinitions } from "./read_definitions.ts";
import type { SpawnBackend } from "./spawn_backend.ts";

/** Options for {@linkcode connectThrough}. */
export interface ConnectThroughOptions extends Pick<OpenConnectionOptions, "messageLimit" | "quotesStderr"> {
  /** What the host allows to be inherited, and so on. */
  readonly hostOptions: ConnectMcpServerOptions;
  /** Gives the backend that starts the server's process; asked once the definition has been checked. */
  readonly backend: () => SpawnBackend | Promise<SpawnBackend>;
}

/**
 * Does what `connectMcpServer` does, through any backend.
 *
 * @param definition The server; checked before anything is started.
 * @param options The host's options and the backend.
 * @returns The connection.
 * @throws {McpServerError} As `connectMcpServer` does.
 */
export async function connectThrough(
  definition: McpServerDefinition,
  { hostOptions, backend, ...limits }: ConnectThroughOptions,
): Promise<McpServerConnection> {
  const { definitions: [server], readParent } = readDefinitions(definition, hostOptions, { isSingle: true });
  if (server === undefined) throw new TypeError("a definition without a fault is there");
  return await openConnection(server, {
    ...toChildEnvironment(server, { read: readParent, platform: currentPlatform() }),
    backend: await backend(),
    onLog: hostOptions.onLog ?? warn,
    signal: hostOptions.signal,
    ...limits,
  });
}

function warn({ source, text }: McpServerLog): void {
  if (source === "connection") process.emitWarning(text, "McpServerWarning");
}
