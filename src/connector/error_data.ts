import type { McpServerErrorCode } from "../core/api.ts";
import { dropUndefined } from "../core/drop_undefined.ts";
import { toMessage } from "../errors.ts";
import { McpServerError, type McpServerErrorReason } from "./mcp_server_error.ts";

/** An {@linkcode McpServerError} as plain JSON, the only form in which one leaves a worker or process. */
export interface McpErrorData {
  readonly code: McpServerErrorCode;
  readonly message: string;
  readonly path?: string;
  readonly reason?: McpServerErrorReason;
}

/** What comes of something that may fail with an {@linkcode McpServerError}, as plain JSON. */
export type McpAnswer<T> =
  | { readonly ok: true; readonly result: T }
  | { readonly ok: false; readonly error: McpErrorData };

/**
 * Turns anything thrown into plain JSON.
 *
 * @param error What was thrown; what is no `McpServerError` becomes `server_exited`, since nothing can be said of the server.
 * @returns The error as JSON.
 */
export function toMcpErrorData(error: unknown): McpErrorData {
  if (!(error instanceof McpServerError)) return { code: "server_exited", message: toMessage(error) };
  const { code, message, path, reason } = error;
  return { code, message, ...dropUndefined({ path, reason }) };
}

/**
 * Turns the JSON of an error back into one, with a stack of whoever calls this.
 *
 * @param data What {@linkcode toMcpErrorData} returned, in this or another process.
 * @returns The error.
 */
export function reviveMcpError({ code, message, ...options }: McpErrorData): McpServerError {
  return new McpServerError(code, message, options);
}
