import type { NormalizedMcpServer } from "../../core/api.ts";
import type { Finding } from "./finding.ts";

/**
 * Looks whether the programs of MCP servers are there. They are not started.
 *
 * @param servers The servers that the project may call.
 * @returns A finding for each whose program is not.
 */
export async function checkMcpPrograms(servers: readonly NormalizedMcpServer[]): Promise<Finding[]> {
  const findings = await Promise.all(servers.map(async ({ id, command: [program = ""] }) => {
    const fault = await findFault(program);
    if (fault === undefined) return [];
    const message = `the program of the MCP server ${id}, ${program}, ${fault}: runs will fail to connect`;
    const finding: Finding = {
      level: "warning",
      area: "permissions",
      message,
      mend: "mend its command in the file of --mcp-servers",
    };
    return [finding];
  }));
  return findings.flat();
}

async function findFault(program: string): Promise<string | undefined> {
  try {
    const { isFile, mode } = await Deno.stat(program);
    if (!isFile) return "is not a file";
    return mode !== null && (mode & 0o111) === 0 ? "may not be executed" : undefined;
  } catch (error) {
    return error instanceof Deno.errors.NotFound ? "is not there" : "cannot be looked at";
  }
}
