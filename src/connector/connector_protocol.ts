/**
 * Every message between the host and a connector worker, and nothing else. Both are of this program, in one process.
 *
 * @module
 */
import type { McpCallResult, McpServerLog, McpTool, NormalizedMcpServer } from "../core/api.ts";
import type { McpAnswer } from "./error_data.ts";
import type { KillSignal } from "./spawn_backend.ts";

/** Host to connector worker. `open` is the first and sent once. */
export type ToConnector =
  | { readonly type: "open"; readonly definition: NormalizedMcpServer }
  | {
    readonly type: "call";
    readonly id: number;
    readonly tool: string;
    readonly args: Readonly<Record<string, unknown>>;
  }
  /** Gives a call up. */
  | { readonly type: "abort"; readonly id: number }
  /** Answers a `kill`: whether there was anything to signal. */
  | { readonly type: "killed"; readonly id: number; readonly wasThere: boolean }
  /** Ends the server, also while it is being connected to. The worker answers `closed`, once. */
  | { readonly type: "close" };

/** Connector worker to host. */
export type FromConnector =
  /** The server's process was started; said before anything else of it. */
  | { readonly type: "spawned"; readonly pid: number }
  /** Asks for a signal to the process that was spawned, and all that it started: a worker may not signal. */
  | { readonly type: "kill"; readonly id: number; readonly signal: KillSignal }
  | { readonly type: "opened"; readonly answer: McpAnswer<readonly McpTool[]> }
  | { readonly type: "result"; readonly id: number; readonly answer: McpAnswer<McpCallResult> }
  | ({ readonly type: "log" } & McpServerLog)
  /** Something failed that nobody waited for: the connection is not to be relied upon. */
  | { readonly type: "broken"; readonly reason: string }
  /** Nothing of the server is left. */
  | { readonly type: "closed" };
