import { findUserData, herePlace, type UserData } from "../data/user_data.ts";

/**
 * Says how a person grants a project of a Desktop what it lacks.
 *
 * @param userData The Desktop.
 * @returns The command, up to the project folder.
 */
export function toGrantCommand({ dir }: Pick<UserData, "dir">): string {
  const isFirst = dir === findUserData({}, herePlace()).dir;
  return `workflow-code desktop add${isFirst ? "" : ` --user-data-dir ${dir}`}`;
}
