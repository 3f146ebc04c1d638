import { WorkflowError } from "../../errors.ts";
import type { Manifest } from "../manifest.ts";
import { bindRelatedProject } from "./bind_related_project.ts";
import type { RelatedProject } from "./related_project.ts";

/**
 * Binds projects to the aliases of a manifest.
 *
 * @param manifest The project that is started.
 * @param dirs The folders of the projects by alias.
 * @returns The bound projects, in the order in which they were given.
 * @throws {WorkflowError} As `bindRelatedProject` does, of the first that cannot be bound; `invalid_project` if two folders
 * have the same project.
 */
export async function bindRelatedProjects(
  manifest: Manifest,
  dirs: ReadonlyMap<string, string>,
): Promise<readonly RelatedProject[]> {
  const bound = await Promise.all(
    Array.from(dirs, ([alias, dir]) => bindRelatedProject(manifest, { alias, dir })),
  );
  for (const { alias, manifest: { id, dir } } of bound) {
    const first = bound.find((one) => one.manifest.id === id);
    if (!first || first.manifest.dir === dir) continue;
    throw new WorkflowError(
      "invalid_project",
      `Cannot bind related project ${JSON.stringify(alias)} to ${dir}: found there the project that ` +
        `${JSON.stringify(first.alias)} is bound to in ${first.manifest.dir}, expected one folder for it`,
    );
  }
  return bound;
}
