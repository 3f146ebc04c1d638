import type { NormalizedMcpServer } from "../core/api.ts";
import { toMessage } from "../errors.ts";
import { createRedactor } from "./redactor.ts";
import { McpServerError } from "./mcp_server_error.ts";

/** What the system says, by the name that Deno or Node has for it, in words. */
const REASONS: Readonly<Record<string, string>> = {
  NotFound: "there is no such program",
  ENOENT: "there is no such program",
  PermissionDenied: "it may not be executed",
  EACCES: "it may not be executed",
};

/**
 * Says why a server could not be started.
 *
 * @param error What the backend threw.
 * @param context The server, and values that must not be shown.
 * @returns `spawn_failed`.
 */
export function explainSpawnFault(
  error: unknown,
  context: { readonly definition: NormalizedMcpServer; readonly secrets: readonly string[] },
): McpServerError {
  const { id, command: [program = ""] } = context.definition;
  const name = error instanceof Error ? "code" in error ? String(error.code) : error.name : "";
  const reason = REASONS[name] ?? toMessage(error);
  const message = createRedactor(context.secrets)(`${program}: ${reason}`);
  return new McpServerError("spawn_failed", `Cannot start MCP server "${id}": ${message}`, {
    path: "command[0]",
  });
}
