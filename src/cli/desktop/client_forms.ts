import type { ClientForm } from "../../desktop/web/view.ts";
import { toSnippet } from "../install/change_config.ts";
import { CLIENT_NAMES, CLIENTS, type Place } from "../install/client.ts";
import type { ServerDefinition } from "../install/server_definition.ts";
import { toShellWord } from "../shell_word.ts";

/**
 * Writes a definition down as each client takes it.
 *
 * @param definition The definition.
 * @param place Where the person's files are.
 * @returns One form for each client, in the order in which `install` names them.
 */
export async function toClientForms(definition: ServerDefinition, place: Place): Promise<ClientForm[]> {
  return await Promise.all(CLIENT_NAMES.map(async (name): Promise<ClientForm> => {
    const client = CLIENTS[name];
    const { title, next } = client;
    if (name === "claude-code") {
      return {
        name,
        title,
        where: "Run this command in a terminal.",
        text: toClaudeCommand(definition),
        next,
      };
    }
    const text = await toSnippet(client, { key: definition.key, entry: client.toEntry(definition) });
    return { name, title, where: `Put this into ${toShort(client.userFile(place), place)}.`, text, next };
  }));
}

/** The home folder is the person's: they know it as `~`. */
function toShort(path: string, { env }: Place): string {
  const home = env.HOME || env.USERPROFILE;
  return home && path.startsWith(home) ? `~${path.slice(home.length)}` : path;
}

/** Options of `claude mcp add` that take several values come before the name, and `--` ends them. */
function toClaudeCommand({ key, command, args }: ServerDefinition): string {
  return ["claude", "mcp", "add", "--scope", "user", key, "--", command, ...args].map((word) =>
    toShellWord(word)
  ).join(" ");
}
