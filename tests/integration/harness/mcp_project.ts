import { join } from "@std/path";
import { countProcesses, fixtureCommand } from "../../fixtures/mcp_fixture.ts";
import { makeProject, type TempProject } from "./temp_project.ts";

/** A server of tests/fixtures/mcp, or any other, by what a definition has beside its id. */
export interface ServerSpec {
  /** A server of tests/fixtures/mcp. @default the id */
  readonly fixture?: string;
  readonly args?: readonly string[];
  /** In place of a fixture. */
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly inheritEnvironment?: readonly string[];
  readonly timeout?: number;
}

/** A project that asks for MCP servers, and the file that defines them. */
export interface McpProject extends TempProject {
  /** The options that name the file. */
  readonly options: readonly string[];
  /** The definitions in it. */
  readonly definitions: readonly { readonly id: string; readonly command: readonly string[] }[];
  /** How many processes of the servers there are, those that they started included. */
  count(): number;
}

/**
 * Makes a project whose manifest names MCP servers.
 *
 * @param servers The servers by id.
 * @param bodies The bodies of `run(ctx)` by entrypoint id.
 * @param timeouts Time limits of runs by entrypoint id, in milliseconds. @default 60000
 * @returns The project.
 */
export async function makeMcpProject(
  servers: Readonly<Record<string, ServerSpec>>,
  bodies: Readonly<Record<string, string>>,
  timeouts: Readonly<Record<string, number>> = {},
): Promise<McpProject> {
  const mark = `mark-${crypto.randomUUID()}`;
  const entrypoints = Object.entries(bodies).map(([id, body]) =>
    `${id}: { timeout: ${timeouts[id] ?? 60_000}, async run(ctx: any): Promise<any> {\n${body}\n} },`
  );
  const project = await makeProject({
    "workflow.ts": `import { workflow } from "workflow-code";
export default workflow.define({ entrypoints: {
${entrypoints.join("\n")}
} });
`,
  }, { workflow: { mcpServers: Object.keys(servers) } });
  const definitions = Object.entries(servers).map(([id, { fixture = id, args = [], command, ...rest }]) => ({
    id,
    command: [...(command ?? fixtureCommand(fixture, args)), mark],
    ...rest,
  }));
  const file = join(project.root, "servers.json");
  await Deno.writeTextFile(file, JSON.stringify(definitions, null, 2));
  return Object.assign(project, {
    options: ["--mcp-servers", file],
    definitions,
    count: () => countProcesses(mark),
  });
}
