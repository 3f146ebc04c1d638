import { openProject, type Project } from "../../project/open_project.ts";
import { describeRelated } from "../describe_related.ts";
import { EXIT_CODES, type Outcome } from "../exit_codes.ts";
import { changeConfig } from "../install/change_config.ts";
import { findClient } from "../install/client.ts";
import { writeConfigFile } from "../install/config_file.ts";
import { toDiff } from "../install/diff.ts";
import { toServerDefinition } from "../install/server_definition.ts";
import { readServerName } from "../install/server_name.ts";
import { type OpenedRelated, openRelated } from "../open_related.ts";
import type { CommandLine } from "../parse_command.ts";
import { programCommand } from "../program_command.ts";
import { readGrants } from "../read_grants.ts";
import { readRelatedDirs, RELATED_PROJECT } from "../related_option.ts";

type Options = CommandLine["options"];

/**
 * `workflow-code install`: writes a project's definition into a client's configuration.
 *
 * @param command The command line.
 * @returns What was written where, and what the project may do; with `--dry-run` the change.
 */
export async function runInstall({ operands, options }: CommandLine): Promise<Outcome> {
  const [clientName = "", dir = ""] = operands;
  const client = findClient(clientName);
  const name = readServerName(options);
  const { project, related } = await open(dir, options);
  const definition = toServerDefinition({
    program: programCommand(),
    dir: project.dir,
    id: project.manifest.id,
    name,
    options,
  });
  const { key } = definition;
  const env = Deno.env.toObject();
  const change = await changeConfig(client, {
    env,
    platform: Deno.build.os,
    within: options.get("in")?.[0],
    key,
    entry: client.toEntry(definition),
  });
  const { file: { path, text: before }, text, isChanged } = change;
  const say = (...lines: readonly string[]) => ({
    exitCode: EXIT_CODES.success,
    stdout: lines.map((line) => `${line}\n`).join(""),
  });
  if (!isChanged) return say(`${client.title} has ${key} already, as it is to be, in ${path}`);
  if (options.has("dry-run")) {
    return { exitCode: EXIT_CODES.success, stdout: toDiff(before ?? "", text, path) };
  }
  const backup = await writeConfigFile(change.file, text);
  return say(
    `Wrote ${key} into ${path}${before === undefined ? ", a new file" : ""}`,
    ...(backup === undefined ? [] : [`What was there before is in ${backup}`]),
    ...project.grants.summary.map((line) => `The project ${line}`),
    ...related.flatMap(describeRelated).map((line) => `The ${line}`),
    ...definition.inherited.map((variable) => `${variable} has to be set where ${client.title} is started`),
    client.next,
  );
}

/** A variable that the client is to hand on need not be set here. */
async function open(
  dir: string,
  options: Options,
): Promise<{ readonly project: Project; readonly related: readonly OpenedRelated[] }> {
  const { allowInheritEnv = [], env, ...others } = readGrants(options);
  const unset = Object.fromEntries(allowInheritEnv.map((key) => [key, ""]));
  const grants = { ...others, allowInheritEnv, env: { ...unset, ...env } };
  const project = await openProject(dir, grants);
  const dirs = readRelatedDirs(options.get(RELATED_PROJECT) ?? []);
  return { project, related: await openRelated(project.manifest, { ...grants, dirs }) };
}
