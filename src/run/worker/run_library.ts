import type { ConnectMcpServerOptions, McpServerDefinition, Workflow } from "../../core/api.ts";
import { workflow as core } from "../../core/library.ts";
import { normalizeMcpServers } from "../../connector/normalize_mcp_servers.ts";
import type { RunMcpServers } from "./mcp_servers.ts";

/**
 * Makes the `workflow` that project code imports: what the library gives, where connecting asks the host.
 *
 * @param currentServers Gives the servers of the run; `undefined` while the project is loaded.
 * @returns The library.
 */
export function createRunLibrary(currentServers: () => RunMcpServers | undefined): Workflow {
  return Object.freeze(
    {
      ...core,
      normalizeMcpServers,
      async connectMcpServer(definition: McpServerDefinition, options: ConnectMcpServerOptions = {}) {
        const servers = currentServers();
        if (!servers) {
          throw new TypeError(
            "Cannot connect to an MCP server while the project is loaded: do it in a run",
          );
        }
        return await servers.connect(definition, options);
      },
      // Loaded when it is first used: few runs do, and all wait for their worker.
      async createMcpTools(options) {
        const { createMcpTools } = await import("../../connector/create_mcp_tools.ts");
        return await createMcpTools(options);
      },
    } satisfies Workflow,
  );
}
