import { showValue } from "../core/show_value.ts";
import { type Fault, WorkflowError } from "../errors.ts";
import { readJsonFile } from "./_json_file.ts";

const action = "Cannot use --mcp-servers";
const code = "usage";

/** Definitions of MCP servers as a person wrote them into a file; not checked yet. */
export interface McpServersFile {
  readonly file: string;
  readonly definitions: readonly unknown[];
  /**
   * Makes the refusal for what is wrong with the definitions.
   *
   * @param faults What is wrong, at least one, with paths that begin with `servers[0]`.
   */
  refuse(faults: readonly Fault[]): Promise<WorkflowError>;
}

/**
 * Reads the file of `--mcp-servers`: a JSON list of definitions, alone or as `servers` of an object.
 *
 * @param file Its path.
 * @returns The definitions.
 * @throws {WorkflowError} `usage`, with line and column where there are any.
 */
export async function readMcpServersFile(file: string): Promise<McpServersFile> {
  const { text, value } = await readJsonFile(file, { code, action });
  const isList = Array.isArray(value);
  const definitions: unknown = isList ? value : toServers(value);
  if (!Array.isArray(definitions)) {
    const expected = 'expected a list of definitions: [{ "id": "files", "command": ["/absolute/program"] }]';
    throw new WorkflowError(code, `${action}: ${file}: found ${describe(value)}, ${expected}`);
  }
  return {
    file,
    definitions,
    refuse: async (faults) => {
      const { findPlace } = await import("./_fault_place.ts");
      const lines = faults.map(({ path, reason }) => {
        const { line, column } = findPlace(text, toSegments(path).slice(isList ? 1 : 0));
        return `${file}:${line}:${column}: ${path}: ${reason}`;
      });
      const all = lines.length === 1 ? ` ${lines[0]}` : ["", ...lines].join("\n  ");
      return new WorkflowError(code, `${action}:${all}`, { faults });
    },
  };
}

function toServers(value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("servers" in value)) return undefined;
  return Object.keys(value).length === 1 ? value.servers : undefined;
}

/** The configuration of a client looks much the same, and has no ids nor absolute programs. */
function describe(value: unknown): string {
  if (typeof value !== "object" || value === null) return showValue(value);
  if ("mcpServers" in value) return "the configuration of an MCP client";
  return `an object with the keys ${Object.keys(value).slice(0, 8).map((key) => showValue(key)).join(", ")}`;
}

/** From `servers[1].environment["a b"]`. */
function toSegments(path: string): (string | number)[] {
  return [...path.matchAll(/\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]|([^.[\]]+)/g)].map(([, index, quoted, name]) =>
    index !== undefined ? Number(index) : quoted ?? name ?? ""
  );
}
