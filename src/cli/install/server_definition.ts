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
  /** The options with which it is to be served. */
  readonly options: ReadonlyMap<string, readonly string[]>;
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
  const more = Array.from(options, ([option, values]) => values.flatMap((value) => [`--${option}`, value]));
  return {
    key: name ?? `workflow-${id}`,
    command,
    args: [...before, "mcp", dir, ...more.flat()],
    inherited: options.get("allow-inherit-env") ?? [],
  };
}
