import type { McpServerDefinition, NormalizedMcpServer, NormalizeMcpServersOptions } from "../core/api.ts";
import { readDefinitions } from "./read_definitions.ts";

/**
 * Checks definitions of MCP servers before anything is started: every rule, with every fault.
 *
 * @param servers The definitions, at most 8. Nothing of them is kept, and nothing that they do when they are read can do more
 * than cause a fault.
 * @param options What the host allows to be inherited.
 * @returns The definitions with their defaults filled in, frozen at every depth. They never hold an inherited value.
 * @throws {McpServerError} `invalid_definition` with `path` and `reason` of the first fault, and all of them in `faults`.
 *
 * @example
 * ```ts
 * import { normalizeMcpServers } from "./normalize_mcp_servers.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(normalizeMcpServers([{ id: "files", command: ["/opt/files/server"] }]), [{
 *   id: "files",
 *   command: ["/opt/files/server"],
 *   environment: {},
 *   inheritEnvironment: [],
 *   timeout: 60_000,
 * }]);
 * ```
 */
export function normalizeMcpServers(
  servers: readonly McpServerDefinition[],
  options: NormalizeMcpServersOptions = {},
): readonly NormalizedMcpServer[] {
  return readDefinitions(servers, options).definitions;
}
