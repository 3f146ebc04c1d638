import { join } from "@std/path";
import type { Manifest } from "../../project/manifest.ts";
import type { DesktopDatabase } from "../data/desktop_database.ts";
import type { DesktopProject } from "../data/desktop_project.ts";
import { herePlace, toSharedDataDir, type UserData } from "../data/user_data.ts";

/** Options of a command line. */
export type Options = ReadonlyMap<string, readonly string[]>;

/**
 * Says what the registry has of a project as a command line would: so that it is served in the same way, and whoever goes on with
 * one of its runs at a terminal is told the same.
 *
 * @param project The project, and its manifest as it is now.
 * @param desktop The Desktop that has it.
 * @returns The options.
 */
export function toProjectOptions(
  { project, manifest }: { readonly project: DesktopProject; readonly manifest: Manifest },
  { database, userData }: { readonly database: DesktopDatabase; readonly userData: UserData },
): Options {
  const related = database.relations(project.id).flatMap(({ alias, otherId }) => {
    const other = database.project(otherId);
    return other ? [{ alias, other }] : [];
  });
  // One command line grants to all: what this project asks for itself, only its own list grants.
  const asked = new Set(manifest.inheritEnvironment);
  const env = [
    ...project.allowInheritEnv,
    ...related.flatMap(({ other }) => other.allowInheritEnv.filter((key) => !asked.has(key))),
  ];
  const read = [...project.allowRead, ...related.flatMap(({ other }) => other.allowRead)];
  const shared = toSharedDataDir(herePlace());
  const isShared = userData.dataDir === shared;
  const options: [string, readonly string[]][] = [
    ["data-dir", isShared ? [] : [userData.dataDir]],
    // A login is a person's, whatever Desktop of theirs it is used in.
    ["auth-dir", isShared ? [] : [join(shared, "auth")]],
    ["allow-inherit-env", [...new Set(env)]],
    ["allow-read", [...new Set(read)]],
    ["mcp-servers", project.mcpServersFile === undefined ? [] : [project.mcpServersFile]],
    ["related-project", related.map(({ alias, other }) => `${alias}=${other.dir}`)],
  ];
  return new Map(options.filter(([, values]) => values.length > 0));
}
