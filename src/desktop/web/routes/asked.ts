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
    inheritEnv: namesOf("environment"),
    read: [...new Set(grants.flatMap(({ outside }) => outside ?? []))],
    given: [
      ...toLine("may reach", namesOf("network")),
      ...toLine("may ask the system for", namesOf("system")),
    ],
    mcpServers: namesOf("mcp_server"),
    related: Object.entries(manifest.related).map(([alias, { id }]) => ({ alias, projectId: id })),
  };
}
