import { join } from "@std/path";
import { toMessage, WorkflowError } from "../../errors.ts";
import { type Manifest, readManifest } from "../manifest.ts";
import type { RelatedProject } from "./related_project.ts";
import { toUnknownAlias } from "./unknown_alias.ts";

/**
 * Binds a project to an alias, if both projects confirm the relation.
 *
 * @param manifest The project that relates to it.
 * @param binding The alias in that manifest, and the folder of the project that is to be bound.
 * @returns The bound project.
 * @throws {WorkflowError} `usage` if the manifest has no such alias; `invalid_project`, saying what is missing on which
 * side, if the folder has no workflow project or either manifest does not name the other.
 */
export async function bindRelatedProject(
  manifest: Manifest,
  { alias, dir }: { readonly alias: string; readonly dir: string },
): Promise<RelatedProject> {
  const where = `Cannot bind related project ${JSON.stringify(alias)} to ${dir}`;
  const wanted = Object.hasOwn(manifest.related, alias) ? manifest.related[alias]?.id : undefined;
  if (wanted === undefined) {
    throw new WorkflowError("usage", `${where}: ${toUnknownAlias(alias, manifest)}`);
  }
  const other = await readManifest(dir).catch((cause) => {
    throw new WorkflowError("invalid_project", `${where}: ${toMessage(cause)}`, { cause });
  });
  const faults = [
    ...(other.id === wanted ? [] : [
      `workflow.related.${alias}.id in ${
        fileOf(manifest)
      } is ${wanted}, and the project there has the id ${other.id}`,
    ]),
    ...(Object.values(other.related).some(({ id }) => id === manifest.id) ? [] : [
      `${fileOf(other)} has no relation back: expected in it "workflow": { "related": ` +
      `{ "<alias>": { "id": "${manifest.id}" } } }`,
    ]),
  ];
  if (faults.length === 0) return { alias, manifest: other };
  throw new WorkflowError("invalid_project", [`${where}:`, ...faults].join(faults.length > 1 ? "\n  " : " "));
}

function fileOf({ dir }: Manifest): string {
  return join(dir, "package.json");
}
