import { toMessage } from "../../errors.ts";
import { type Manifest, readManifest } from "../../project/manifest.ts";
import type { DesktopProject } from "./desktop_project.ts";

/** Whether a project is still what was added. Reasons are sentences for people. */
export type ProjectState =
  | { readonly state: "ready"; readonly manifest: Manifest }
  /** Its folder is gone. */
  | { readonly state: "moved"; readonly reason: string }
  /** Its folder has a project with another id. */
  | { readonly state: "changed_id"; readonly reason: string }
  /** Its manifest is wrong. */
  | { readonly state: "broken"; readonly reason: string };

/**
 * Looks at a project of the registry as it is now.
 *
 * @param project Where it was, and its id.
 * @returns How it is.
 */
export async function readProjectState(
  { dir, projectId, name }: Pick<DesktopProject, "dir" | "projectId" | "name">,
): Promise<ProjectState> {
  const there = await Deno.stat(dir).then((info) => info.isDirectory, () => false);
  if (!there) {
    const reason = `The folder of ${name}, ${dir}, is gone or has moved; put it back, or add it where ` +
      "it is now, on Home or with `workflow-code desktop add`: it keeps its id, its runs and what it is granted";
    return { state: "moved", reason };
  }
  let manifest: Manifest;
  try {
    manifest = await readManifest(dir);
  } catch (error) {
    return { state: "broken", reason: toMessage(error) };
  }
  if (manifest.id === projectId) return { state: "ready", manifest };
  const reason =
    `The project in ${dir} has the id ${manifest.id} now, expected ${projectId}: give it its id back, or ` +
    "remove it from Desktop and add it again";
  return { state: "changed_id", reason };
}
