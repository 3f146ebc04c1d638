import { toMessage, WorkflowError } from "../../errors.ts";
import { createApp } from "./app.tsx";
import type { Dashboard } from "./dashboard.ts";
import { Session } from "./security/session.ts";

/** How long requests may take to end when the dashboard stops, in milliseconds. */
const FAREWELL_MS = 500;

/** How {@linkcode serveDashboard} serves. */
export interface ServeDashboardOptions extends Dashboard {
  /** @default a free one */
  readonly port?: number | undefined;
  /** Stops it. */
  readonly signal: AbortSignal;
}

/** A dashboard that is served. */
export interface ServedDashboard {
  /** The address that lets a browser in. */
  readonly url: string;
  /** The address that lets one browser in, once. */
  readonly urlToOpen: string;
  /** Resolves when it has stopped. */
  readonly finished: Promise<void>;
}

/**
 * Serves the dashboard to this machine alone.
 *
 * @param options What it shows, and where.
 * @returns Its addresses.
 * @throws {WorkflowError} `usage` if the port is taken.
 */
export function serveDashboard({ port = 0, signal, ...dashboard }: ServeDashboardOptions): ServedDashboard {
  const stop = new AbortController();
  const server = listen(port, stop.signal, (request) => app.fetch(request));
  const { port: taken } = server.addr;
  const session = new Session(taken);
  const app = createApp({ dashboard, session, port: taken, signal });
  const farewell = () => {
    const timer = setTimeout(() => stop.abort(), FAREWELL_MS);
    server.shutdown().finally(() => clearTimeout(timer));
  };
  if (signal.aborted) farewell();
  else signal.addEventListener("abort", farewell, { once: true });
  const toUrl = (token: string) => `http://127.0.0.1:${taken}/?token=${token}`;
  return { url: toUrl(session.token), urlToOpen: toUrl(session.ticket), finished: server.finished };
}

function listen(
  port: number,
  signal: AbortSignal,
  handler: Deno.ServeHandler,
): Deno.HttpServer<Deno.NetAddr> {
  try {
    return Deno.serve({ hostname: "127.0.0.1", port, signal, onListen: () => {} }, handler);
  } catch (cause) {
    throw new WorkflowError("usage", `Cannot serve the dashboard on port ${port}: ${toMessage(cause)}`, {
      cause,
    });
  }
}
