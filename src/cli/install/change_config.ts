import { join } from "@std/path";
import { WorkflowError } from "../../errors.ts";
import type { Client, Place } from "./client.ts";
import { type ConfigFile, readConfigFile } from "./config_file.ts";
import { type Edit, EditError } from "./edit.ts";

/** A change of a client's configuration, worked out but not written. */
export interface ConfigChange {
  readonly file: ConfigFile;
  /** What the file is to hold. */
  readonly text: string;
  readonly isChanged: boolean;
}

/** Options for {@linkcode changeConfig}. */
export interface ChangeConfigOptions extends Place {
  /** The folder whose own configuration is meant. @default the person's */
  readonly within?: string | undefined;
  /** The server's name. */
  readonly key: string;
  /** What it is to be; undefined takes it away. */
  readonly entry: Edit["entry"];
}

/**
 * Works out what one server more, changed or less makes of a client's configuration.
 *
 * @param client The client.
 * @param options Which configuration, and what server.
 * @returns The change.
 * @throws {WorkflowError} `usage` if the client has no such configuration; `store_failed` if the client has never been
 * used here, or its configuration cannot be changed.
 */
export async function changeConfig(client: Client, options: ChangeConfigOptions): Promise<ConfigChange> {
  const { within, key, entry } = options;
  const path = within === undefined ? client.userFile(options) : await findProjectFile(client, within);
  const file = await readConfigFile(path);
  if (file.text === undefined && entry && within === undefined) await checkSigns(client, options);
  const before = file.text ?? "";
  const edit = { container: client.container, key, entry };
  try {
    // Loaded only where it is needed.
    const text = client.format === "json"
      ? (await import("./edit_json.ts")).editJson(before, edit)
      : (await import("./edit_toml.ts")).editToml(before, edit);
    return { file, text, isChanged: text !== before };
  } catch (error) {
    if (!(error instanceof EditError)) throw error;
    const mend = entry
      ? `; mend it, or write this into it yourself:\n${await toSnippet(client, options)}`
      : "";
    throw new WorkflowError("store_failed", `Cannot change ${path}: ${error.message}${mend}`, {
      cause: error,
    });
  }
}

/**
 * Writes a server down as a person pastes it into a client's configuration.
 *
 * @param client The client.
 * @param server The server.
 * @returns The text of a configuration with nothing else in it.
 */
export async function toSnippet(
  { format, container }: Pick<Client, "format" | "container">,
  { key, entry }: Pick<ChangeConfigOptions, "key" | "entry">,
): Promise<string> {
  if (format === "json") return JSON.stringify({ [container]: { [key]: entry } }, null, 2);
  const { editToml } = await import("./edit_toml.ts");
  return editToml("", { container, key, entry }).trimEnd();
}

async function findProjectFile({ title, projectFile }: Client, within: string): Promise<string> {
  if (!projectFile) {
    throw new WorkflowError("usage", `${title} has no configuration of a folder: leave out --in`);
  }
  const dir = await Deno.realPath(within).catch(() => undefined);
  if (dir === undefined) throw new WorkflowError("usage", `--in names a folder; there is no ${within}`);
  return join(dir, ...projectFile);
}

async function checkSigns(client: Client, options: ChangeConfigOptions): Promise<void> {
  const signs = client.signs(options);
  const there = await Promise.all(signs.map((sign) => Deno.stat(sign).then(() => true, () => false)));
  if (there.includes(true)) return;
  throw new WorkflowError(
    "store_failed",
    `Cannot install into ${client.title}: it seems never to have been started here, there is no ${
      signs.join(" and no ")
    }. Start it once and try again, or write this into ${client.userFile(options)} yourself:\n` +
      await toSnippet(client, options),
  );
}
