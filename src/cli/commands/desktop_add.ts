import { type AskedGrant, readAskedGrants } from "../../desktop/data/asked_grants.ts";
import type { AllowList } from "../../desktop/data/desktop_project.ts";
import type { AddedProject, Registry } from "../../desktop/data/registry.ts";
import { resolveMcpServers } from "../../project/mcp_grants.ts";
import { EXIT_CODES, type Outcome } from "../exit_codes.ts";
import { openRegistry } from "../open_registry.ts";
import type { CommandLine } from "../parse_command.ts";
import { toPrintable } from "../printable.ts";
import { toShellWord } from "../shell_word.ts";

const KINDS: Readonly<Record<AskedGrant["kind"], string>> = {
  environment: "the environment variable",
  read: "to read",
  mcp_server: "the MCP server",
  network: "to reach",
  system: "to ask the system for",
};

const HOW = { added: "Added", known: "Already there:", moved: "Moved" } as const;

/**
 * `workflow-code desktop add`: adds a project to Desktop, with what the options grant and nothing else.
 *
 * @param command The command line.
 * @returns What was added, what its manifest asks for, and which of it is granted.
 */
export async function runDesktopAdd({ operands, options }: CommandLine): Promise<Outcome> {
  const [dir = ""] = operands;
  const [mcpServersFile] = options.get("mcp-servers") ?? [];
  const grants: AllowList = {
    allowInheritEnv: options.get("allow-inherit-env") ?? [],
    allowRead: options.get("allow-read") ?? [],
    ...(mcpServersFile === undefined ? {} : { mcpServersFile }),
  };
  // What is wrong with the file is told before anything is added.
  if (mcpServersFile !== undefined) {
    await resolveMcpServers([], { mcpServersFile, allowInheritEnv: [], env: {} });
  }
  using registry = openRegistry(options);
  const { project, manifest, how } = await registry.add(dir, grants);
  const asked = await readAskedGrants(manifest, project);
  const missing = asked.flatMap(({ option }) => option ? [option] : []);
  const which = ["user-data-dir", "profile"].flatMap((name) =>
    (options.get(name) ?? []).map((value) => ` --${name} ${toShellWord(value)}`)
  ).join("");
  const lines = [
    `${HOW[how]} ${project.name} as ${project.id}, in ${project.dir}`,
    ...(asked.length === 0 ? ["Its manifest asks for nothing."] : ["Its manifest asks for"]),
    ...asked.map(({ kind, name, isGranted }) =>
      `  ${KINDS[kind]} ${name}: ${isGranted ? "granted" : "not granted"}`
    ),
    ...(project.mcpServersFile === undefined
      ? unasked(grants.allowInheritEnv, manifest.inheritEnvironment)
      : []),
    ...(missing.length === 0 ? [] : [
      "Its runs are refused until all of it is granted, which you do with",
      `  workflow-code desktop add ${toShellWord(project.dir)}${which} ${
        missing.map(([option, value]) =>
          `${option} ${option === "--mcp-servers" ? value : toShellWord(value)}`
        ).join(" ")
      }`,
    ]),
    ...relationLines(registry, { project, manifest, which }),
    "The definition to paste into an MCP client:",
    `  workflow-code desktop definition ${project.id}${which}`,
  ];
  return { exitCode: EXIT_CODES.success, stdout: toPrintable(lines.map((line) => `${line}\n`).join("")) };
}

/** A related project is reached once a person has said which of the registry it is. */
function relationLines(
  { database }: Pick<Registry, "database">,
  { project, manifest, which }: Pick<AddedProject, "project" | "manifest"> & { readonly which: string },
): string[] {
  const bound = new Set(database.relations(project.id).map(({ alias }) => alias));
  const open = Object.entries(manifest.related).filter(([alias]) => !bound.has(alias));
  const others = database.projects();
  return open.flatMap(([alias, { id }]) => {
    const other = others.find(({ projectId }) => projectId === id);
    const name = `The related project ${alias} (${id})`;
    return other
      ? [
        `${name} is ${other.name} in ${other.dir}; its runs can reach it once you say`,
        `  workflow-code desktop relate ${project.id} ${alias}=${other.id}${which}`,
      ]
      : [`${name} is not in this Desktop: runs that call it fail until it is added and related.`];
  });
}

function unasked(granted: readonly string[], asked: readonly string[]): string[] {
  const idle = granted.filter((key) => !asked.includes(key));
  return idle.length === 0 ? [] : [`It does not ask for ${idle.join(", ")}, and does not get it.`];
}
