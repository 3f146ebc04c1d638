import { WorkflowError } from "../../errors.ts";
import type { Manifest } from "../../project/manifest.ts";
import { ProjectIndex } from "../data/project_index.ts";
import { readProjectState } from "../data/project_state.ts";
import { findUserData, herePlace, toIndexDir, type UserData } from "../data/user_data.ts";

/** A project that a client wants to be served, and the Desktop that has it. */
export interface Launched {
  /** Its Desktop project id. */
  readonly id: string;
  readonly manifest: Manifest;
  readonly userData: UserData;
}

/**
 * Finds what a Desktop project id leads to. Nothing is made and no database is opened: a client may only be asking who is there.
 *
 * @param id The id.
 * @param options The profile that is expected to have it.
 * @returns The project.
 * @throws {WorkflowError} `invalid_project`, in words for the person in front of the client, if there is no such project, it was
 * removed, has moved, has another id, or is broken.
 */
export async function findLaunched(
  id: string,
  { profile }: { readonly profile?: string | undefined },
): Promise<Launched> {
  const place = herePlace();
  const found = new ProjectIndex(toIndexDir(place)).get(id);
  const refuse = (reason: string) =>
    new WorkflowError("invalid_project", `Cannot serve ${JSON.stringify(id)}: ${reason}`);
  const hint =
    "`workflow-code desktop list` shows the projects of Desktop, `workflow-code desktop definition` what to " +
    "put into the client's configuration";
  if (!found) throw refuse(`there is no Desktop project with this id; ${hint}`);
  if (found.removedAt !== undefined) {
    throw refuse(
      `${found.name} was removed from Desktop; add it again with \`workflow-code desktop add ${found.dir}\`, or take ` +
        "its definition out of the client's configuration",
    );
  }
  if (profile !== undefined && findUserData({ profile }, place).dir !== found.userDataDir) {
    throw refuse(`${found.name} is not in the profile ${JSON.stringify(profile)}; ${hint}`);
  }
  const state = await readProjectState(found);
  if (state.state === "broken") throw new WorkflowError("invalid_project", state.reason);
  if (state.state !== "ready") throw refuse(state.reason);
  const { userDataDir, dataDir } = found;
  return { id, manifest: state.manifest, userData: { dir: userDataDir, dataDir } };
}
