import type { Manifest } from "../project/manifest.ts";
import { toSnippet } from "./install/change_config.ts";
import { CLIENT_NAMES } from "./install/client.ts";
import { toServerDefinition } from "./install/server_definition.ts";
import type { OptionValues } from "./option_values.ts";
import { toPrintable } from "./printable.ts";
import { programCommand } from "./program_command.ts";
import { toShellWord } from "./shell_word.ts";

/**
 * Says to a person who has started a server at a terminal what it is, and what belongs where.
 *
 * @param manifest The project.
 * @param options The options with which it is served.
 * @returns The text, with a line break at its end.
 */
export async function greetPerson(
  { id, name, version, dir }: Manifest,
  options: OptionValues,
): Promise<string> {
  const { key, command, args } = toServerDefinition({ program: programCommand(), dir, id, options });
  const shown = toShellWord(dir);
  return toPrintable([
    `This is the MCP server of ${name} ${version}. It speaks JSON-RPC over stdin and stdout: an MCP client starts it.`,
    "",
    `To write it into a client's configuration (${CLIENT_NAMES.join(", ")}):`,
    `  workflow-code install claude-code ${shown}`,
    "To write it there yourself:",
    await toSnippet({ format: "json", container: "mcpServers" }, { key, entry: { command, args } }),
    "To run it here, as a person:",
    `  workflow-code run ${shown}`,
    "",
    "It is serving now; Ctrl-D or Ctrl-C ends it.",
    "",
  ].join("\n"));
}
