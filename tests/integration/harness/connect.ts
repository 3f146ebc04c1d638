import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { executable } from "./executable.ts";
import type { TempProject } from "./temp_project.ts";

/** The official client, connected to the executable. Closed when it is disposed of. */
export interface Connection extends AsyncDisposable {
  readonly client: Client;
  /** The server's process id. */
  readonly pid: number;
  /** What the client could not make sense of, such as a line of stdout that is no message. */
  readonly errors: readonly Error[];
  /** What the server wrote to stderr so far. */
  stderr(): string;
}

/** A tool's result as tests read it. */
export interface CallResult {
  readonly isError?: boolean;
  readonly content: readonly { readonly type: string; readonly text: string }[];
  // deno-lint-ignore no-explicit-any -- tests look at results of every kind
  readonly structuredContent: any;
}

/**
 * Connects the official v1 client to a project.
 *
 * @param project The project.
 * @param args More arguments of `mcp`.
 * @returns The connection.
 */
export async function connect(project: TempProject, args: readonly string[] = []): Promise<Connection> {
  const transport = new StdioClientTransport({
    command: executable(),
    args: ["mcp", project.dir, "--data-dir", project.dataDir, ...args],
    stderr: "pipe",
  });
  let printed = "";
  transport.stderr?.on("data", (chunk: Uint8Array) => printed += new TextDecoder().decode(chunk));
  const client = new Client({ name: "test", version: "1.0.0" });
  const errors: Error[] = [];
  client.onerror = (error: Error) => errors.push(error);
  await client.connect(transport);
  const { pid } = transport;
  if (pid === null) throw new Error("The server ended at once");
  return { client, pid, errors, stderr: () => printed, [Symbol.asyncDispose]: () => end(client, transport) };
}

/** Ends the server and waits for it: `client.close()` would leave a timer behind, which a test may not. */
async function end(client: Client, { pid }: StdioClientTransport): Promise<void> {
  if (pid === null) return;
  const closed = Promise.withResolvers<void>();
  client.onclose = () => closed.resolve();
  Deno.kill(pid, "SIGTERM");
  await closed.promise;
}

/**
 * Calls a tool.
 *
 * @param connection The connection.
 * @param name The tool.
 * @param args Its arguments.
 * @returns The result, also one with `isError`.
 */
export async function call(
  { client }: Connection,
  name: string,
  args: Record<string, unknown> = {},
): Promise<CallResult> {
  return await client.callTool({ name, arguments: args }) as CallResult;
}
