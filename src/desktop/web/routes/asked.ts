import { type AskedGrant, readAskedGrants } from "../../data/asked_grants.ts";
import type { AllowList } from "../../data/desktop_project.ts";
import type { Manifest } from "../../../project/manifest.ts";
import type { Asked } from "../view.ts";

/**
 * Sorts what a manifest asks for as the person who is to grant it reads it.
 *
 * @param manifest The manifest.
 * @param list What is granted already.
 * @returns What it asks for.
 */
export async function readAsked(manifest: Manifest, list: AllowList): Promise<Asked> {
  const grants = await readAskedGrants(manifest, list);
  const namesOf = (kind: AskedGrant["kind"]) =>
    grants.filter((one) => one.kind === kind).map(({ name }) => name);
  const toLine = (what: string, names: readonly string[]) =>
    names.length > 0 ? [`${what} ${names.join(", ")}`] : [];
  return {
    inheritEnv: [...new Set([...namesOf("environment"), ...await keysOfServers(manifest, list)])],
    read: [...new Set(grants.flatMap(({ outside }) => outside ?? []))],
    given: [
      ...toLine("may reach", namesOf("network")),
      ...toLine("may ask the system for", namesOf("system")),
    ],
    mcpServers: namesOf("mcp_server"),
    related: Object.entries(manifest.related).map(([alias, { id }]) => ({ alias, projectId: id })),
  };
}

/** The variables that the MCP servers of a project inherit: they are granted as those of the project itself are. */
async function keysOfServers(manifest: Manifest, list: AllowList): Promise<string[]> {
  const found: string[] = [];
  while (true) {
    // Each server names one that it lacks.
    const allowInheritEnv = [...manifest.inheritEnvironment, ...found];
    const more = (await readAskedGrants(manifest, { ...list, allowInheritEnv })).flatMap(({ kind, option }) =>
      kind === "mcp_server" && option?.[0] === "--allow-inherit-env" && !found.includes(option[1])
        ? [option[1]]
        : []
    );
    if (more.length === 0) return found;
    found.push(...new Set(more));
  }
}
