import { MCP_OPTIONS } from "../options.ts";
import type { OptionValues } from "../option_values.ts";

/** How a client is to start a server. */
export interface ServerDefinition {
  /** The name by which the client knows it. */
  readonly key: string;
  /** The executable, absolute: a client that was started from a desktop has no PATH of a shell. */
  readonly command: string;
  readonly args: readonly string[];
  /** Environment variables that the client has to hand on. */
  readonly inherited: readonly string[];
}

/** What {@linkcode toServerDefinition} makes a definition of. */
export interface ServerDefinitionOptions {
  /** The command that starts this program: the executable and its arguments. */
  readonly program: readonly string[];
  /** The project folder, absolute. */
  readonly dir: string;
  /** The project's id. */
  readonly id: string;
  /** The name by which the client is to know it. @default workflow-<id> */
  readonly name?: string | undefined;
  /** The options of the command line; those of `mcp` go into the definition. */
  readonly options: OptionValues;
}

/**
 * Makes the definition of a project's server.
 *
 * @param project The project, and how it is to be served.
 * @returns The definition.
 */
export function toServerDefinition(
  { program: [command = "", ...before], dir, id, name, options }: ServerDefinitionOptions,
): ServerDefinition {
  const more = MCP_OPTIONS.flatMap(({ name: option }) =>
    (options.get(option) ?? []).flatMap((value) => [`--${option}`, value])
  );
  return {
    key: name ?? `workflow-${id}`,
    command,
    args: [...before, "mcp", dir, ...more],
    inherited: options.get("allow-inherit-env") ?? [],
  };
}
