import { normalizeMcpServers } from "../connector/normalize_mcp_servers.ts";
import { McpServerError, type McpServerFault } from "../connector/mcp_server_error.ts";
import type { McpServerDefinition, NormalizedMcpServer } from "../core/api.ts";
import { joinPath } from "../core/fault_path.ts";
import { showList } from "../core/show_list.ts";
import { showValue } from "../core/show_value.ts";
import type { Fault } from "../errors.ts";
import { type McpServersFile, readMcpServersFile } from "./_mcp_servers_file.ts";

/** What the person who starts a project lets it have of MCP servers. */
export interface ResolveMcpServersOptions {
  /** The file of `--mcp-servers`. @default none */
  readonly mcpServersFile?: string | undefined;
  /** Keys of `--allow-inherit-env`. */
  readonly allowInheritEnv: readonly string[];
  /** The person's environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The MCP servers that a project's runs get, and what is missing for those that it asks for. */
export interface McpGrants {
  readonly servers: readonly NormalizedMcpServer[];
  readonly faults: readonly Fault[];
  /** What would grant what is missing; options of the command line, or sentences. */
  readonly flags: readonly string[];
}

/**
 * Finds the definitions of the MCP servers that a manifest names. The definitions of others are checked as well, but for the
 * variables that they inherit: one file may serve many projects.
 *
 * @param ids The ids of the manifest.
 * @param options What is allowed.
 * @returns The definitions, in the order of the manifest.
 * @throws {WorkflowError} `usage` that names file, line and path of everything that is wrong in the file.
 */
export async function resolveMcpServers(
  ids: readonly string[],
  options: ResolveMcpServersOptions,
): Promise<McpGrants> {
  const { mcpServersFile, allowInheritEnv, env } = options;
  const file = mcpServersFile === undefined ? undefined : await readMcpServersFile(mcpServersFile);
  const definitions = (file?.definitions ?? []) as readonly McpServerDefinition[];
  const hostOptions = { allowedInheritedEnvKeys: allowInheritEnv, env };
  const inheritance = file ? await checkForm(file, hostOptions) : [];
  const faults: Fault[] = [];
  const flags = new Set<string>();
  const asked = new Set<McpServerDefinition>();
  ids.forEach((id, index) => {
    const path = joinPath("workflow.mcpServers", index);
    const definition = definitions.find((one) => one.id === id);
    if (definition) asked.add(definition);
    else {
      faults.push({ path, reason: `asks for the MCP server ${showValue(id)}, which was not granted` });
      flags.add(file ? toMissing(id, { file, definitions }) : toExample(id));
    }
    for (const { key, isAllowed } of definition ? inheritance.filter((one) => one.of === definition) : []) {
      const what = isAllowed ? "granted but not set" : "not granted";
      faults.push({
        path,
        reason:
          `asks for the MCP server ${id}, which inherits the environment variable ${key}: it was ${what}`,
      });
      if (!isAllowed) flags.add(`--allow-inherit-env ${key}`);
    }
  });
  const servers = faults.length > 0 ? [] : normalizeMcpServers([...asked], hostOptions);
  return { servers, faults, flags: [...flags] };
}

/** A variable that a definition inherits and does not get. */
interface MissingVariable {
  readonly of: McpServerDefinition;
  readonly key: string;
  readonly isAllowed: boolean;
}

async function checkForm(
  file: McpServersFile,
  hostOptions: Parameters<typeof normalizeMcpServers>[1],
): Promise<MissingVariable[]> {
  const definitions = file.definitions as readonly McpServerDefinition[];
  try {
    normalizeMcpServers(definitions, hostOptions);
    return [];
  } catch (error) {
    if (!(error instanceof McpServerError)) throw error;
    const wrong = error.faults.filter((fault) => !isAboutInheriting(fault));
    if (wrong.length > 0) {
      throw await file.refuse(wrong.map(({ path, message }) => ({ path, reason: message })));
    }
    return error.faults.flatMap(({ path, reason }): MissingVariable[] => {
      const [, server, item] = /^servers\[(\d+)\]\.inheritEnvironment\[(\d+)\]$/.exec(path) ?? [];
      const of = definitions[Number(server)];
      const key = of?.inheritEnvironment?.[Number(item)];
      return of && key !== undefined ? [{ of, key, isAllowed: reason === "inherited_key_not_set" }] : [];
    });
  }
}

function isAboutInheriting({ reason }: McpServerFault): boolean {
  return reason === "inherited_key_not_allowed" || reason === "inherited_key_not_set";
}

function toExample(id: string): string {
  return `--mcp-servers FILE, a list such as [{ "id": "${id}", "command": ["/absolute/program"] }]`;
}

function toMissing(
  id: string,
  { file: { file }, definitions }: {
    readonly file: McpServersFile;
    readonly definitions: readonly McpServerDefinition[];
  },
): string {
  const known = definitions.length === 0
    ? "defines none"
    : `defines ${showList(definitions.map((one) => one.id))}`;
  return `a definition with the id ${showValue(id)} in ${file}, which ${known}`;
}
