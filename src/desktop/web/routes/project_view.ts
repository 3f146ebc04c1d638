import type { DesktopProject } from "../../data/desktop_project.ts";
import { type ProjectState, readProjectState } from "../../data/project_state.ts";
import type { Dashboard } from "../dashboard.ts";
import type { ProjectView } from "../view.ts";

/** A project as its pages show it, with its state as it is now. */
export interface FoundProject extends ProjectView {
  readonly state: ProjectState;
}

/**
 * Finds a project for its pages.
 *
 * @param dashboard The dashboard.
 * @param id Its Desktop project id.
 * @returns The project; undefined if there is none.
 */
export async function findProject(
  { database }: Pick<Dashboard, "database">,
  id: string,
): Promise<FoundProject | undefined> {
  const project: DesktopProject | undefined = database.project(id);
  if (!project) return undefined;
  const counts = database.runCounts({ desktopProjectId: id });
  const runs = Object.values(counts).reduce((sum, n) => sum + (n ?? 0), 0);
  return { project, state: await readProjectState(project), runs };
}
