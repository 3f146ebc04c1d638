import { toMessage, WorkflowError } from "../errors.ts";
import type { Manifest } from "../project/manifest.ts";
import { openProject, type OpenProjectOptions, type Project } from "../project/open_project.ts";
import { bindRelatedProjects } from "../project/related/bind_related_projects.ts";

/** A bound project, opened: what it asks for is granted. */
export interface OpenedRelated {
  /** What the project that was started calls it. */
  readonly alias: string;
  readonly project: Project;
}

/**
 * Binds and opens related projects, but runs nothing of them. Each gets what the person who starts the main project grants,
 * as far as its own manifest asks for it: nothing that the main project alone asks for.
 *
 * @param manifest The main project's manifest.
 * @param options The folders by alias, and what is granted.
 * @returns The projects.
 * @throws {WorkflowError} As `bindRelatedProjects` and `openProject` do, with the alias.
 */
export async function openRelated(
  manifest: Manifest,
  { dirs, ...grants }: Omit<OpenProjectOptions, "manifest"> & { readonly dirs: ReadonlyMap<string, string> },
): Promise<readonly OpenedRelated[]> {
  const bound = await bindRelatedProjects(manifest, dirs);
  return await Promise.all(bound.map(async ({ alias, manifest: other }) => {
    try {
      return { alias, project: await openProject(other.dir, { ...grants, manifest: other }) };
    } catch (cause) {
      if (!(cause instanceof WorkflowError)) throw cause;
      const { code, faults } = cause;
      const message = `Related project ${JSON.stringify(alias)}: ${toMessage(cause)}`;
      throw new WorkflowError(code, message, { cause, faults });
    }
  }));
}
