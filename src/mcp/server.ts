import { Connection } from "./connection.ts";
import type { ServerHandlers } from "./handlers.ts";
import type { StdioTransport } from "./stdio.ts";

/** How long an answer that is ready may take to be read, in milliseconds, once the connection is over. */
const FLUSH_MS = 900;

/** Options for {@linkcode serveMcp}. */
export interface ServeMcpOptions {
  /** Ends the connection at once. */
  readonly signal?: AbortSignal;
  /**
   * How long calls may take to answer after the client has closed its side, in milliseconds.
   *
   * @default 1000
   */
  readonly graceMs?: number;
}

/** Why a connection ended: the client closed our input, no longer reads our output, or the signal was aborted. */
export type ConnectionEnd = "eof" | "closed" | "aborted";

/**
 * Serves one MCP client to the end of the connection: clients that begin with `initialize` (2024-10-07 to 2025-11-25) and
 * clients of 2026-07-28 alike.
 *
 * @param transport The connection to the client.
 * @param handlers What is served.
 * @param options When to end.
 * @returns Why the connection ended. By then everything pending was aborted and every answer written that could be.
 */
export async function serveMcp(
  transport: StdioTransport,
  handlers: ServerHandlers,
  options: ServeMcpOptions = {},
): Promise<ConnectionEnd> {
  const connection = new Connection(transport, handlers);
  const aborted = toPromise(options.signal);
  const end = await Promise.race<ConnectionEnd>([
    aborted.then(() => "aborted"),
    transport.broken.then(() => "closed"),
    transport.read((message) => connection.receive(message)).then(() => "eof"),
  ]);
  connection.inputEnded();
  if (end === "eof") await within(options.graceMs ?? 1000, [connection.idle(), transport.broken, aborted]);
  connection.end();
  transport.stopReading();
  await within(FLUSH_MS, [transport.flush()]);
  return end;
}

function toPromise(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) resolve();
    signal?.addEventListener("abort", () => resolve(), { once: true });
  });
}

/** Waits for the first of some events, but no longer than a while. */
async function within(ms: number, events: readonly Promise<void>[]): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([promise, ...events]);
  clearTimeout(timer);
}
