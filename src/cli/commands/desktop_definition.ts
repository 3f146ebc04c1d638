import { toCompactDefinition } from "../../desktop/host/compact_definition.ts";
import { EXIT_CODES, type Outcome } from "../exit_codes.ts";
import { toSnippet } from "../install/change_config.ts";
import { CLIENTS, findClient } from "../install/client.ts";
import { openRegistry } from "../open_registry.ts";
import type { CommandLine } from "../parse_command.ts";
import { programCommand } from "../program_command.ts";

/**
 * `workflow-code desktop definition`: the compact definition of a project's server.
 *
 * @param command The command line.
 * @returns The definition as clients read it: JSON, for Codex TOML.
 */
export async function runDesktopDefinition({ operands, options }: CommandLine): Promise<Outcome> {
  const [name] = options.get("client") ?? [];
  const client = name === undefined ? CLIENTS["claude-desktop"] : findClient(name);
  using registry = openRegistry(options);
  const project = await registry.find(operands[0] ?? "");
  const definition = toCompactDefinition(project, {
    program: programCommand(),
    profile: registry.userData.profile,
  });
  const text = await toSnippet(client, { key: definition.key, entry: client.toEntry(definition) });
  return { exitCode: EXIT_CODES.success, stdout: `${text}\n` };
}
