import type { DesktopProject } from "../data/desktop_project.ts";

/** How a client is to start the launcher: what every client's configuration is made from. */
export interface CompactDefinition {
  /** The name by which the client knows the server. */
  readonly key: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Environment variables that the client has to hand on, by name. */
  readonly inherited: readonly string[];
}

/** Of what a compact definition is made. */
export interface CompactDefinitionOptions {
  /** The command that starts this program: the executable and, in development, its arguments. */
  readonly program: readonly string[];
  /** The profile of the Desktop that has the project, where it has one. */
  readonly profile?: string | undefined;
}

/**
 * Makes the definition that a person pastes into a client: the executable and the Desktop project id lead the launcher to all
 * else. In development, where the program is more than an executable, it also names the profile.
 *
 * @param project The project.
 * @param options The program, and which Desktop.
 * @returns The definition; it has no key and no folder of the project or of data.
 */
export function toCompactDefinition(
  { id, projectId, allowInheritEnv }: Pick<DesktopProject, "id" | "projectId" | "allowInheritEnv">,
  { program: [command = "", ...entry], profile }: CompactDefinitionOptions,
): CompactDefinition {
  const isDevelopment = entry.length > 0;
  return {
    key: `workflow-${projectId}`,
    command,
    args: [
      ...entry,
      "--workflow-mcp",
      id,
      ...(isDevelopment && profile !== undefined ? ["--profile", profile] : []),
    ],
    inherited: allowInheritEnv,
  };
}
