import { readManifest } from "../../project/manifest.ts";
import { EXIT_CODES, type Outcome } from "../exit_codes.ts";
import { changeConfig } from "../install/change_config.ts";
import { findClient } from "../install/client.ts";
import { writeConfigFile } from "../install/config_file.ts";
import { toDiff } from "../install/diff.ts";
import { readServerName } from "../install/server_name.ts";
import type { CommandLine } from "../parse_command.ts";

/**
 * `workflow-code uninstall`: takes a project's definition out of a client's configuration.
 *
 * @param command The command line.
 * @returns What was taken out of which file; with `--dry-run` the change.
 */
export async function runUninstall({ operands, options }: CommandLine): Promise<Outcome> {
  const [clientName = "", dir = ""] = operands;
  const client = findClient(clientName);
  // With a name the project itself may be gone.
  const key = readServerName(options) ?? `workflow-${(await readManifest(dir)).id}`;
  const change = await changeConfig(client, {
    env: Deno.env.toObject(),
    platform: Deno.build.os,
    within: options.get("in")?.[0],
    key,
    entry: undefined,
  });
  const { file: { path, text: before = "" }, text, isChanged } = change;
  const exitCode = EXIT_CODES.success;
  if (!isChanged) return { exitCode, stdout: `${client.title} has no ${key} in ${path}\n` };
  if (options.has("dry-run")) return { exitCode, stdout: toDiff(before, text, path) };
  const backup = await writeConfigFile(change.file, text);
  return {
    exitCode,
    stdout:
      `Took ${key} out of ${path}\nWhat was there before is in ${backup}\n${client.title} goes without it from its next start\n`,
  };
}
