import type { ListedRun } from "../../../src/cli/render_runs.ts";
import type { RunReport } from "../../../src/run/report.ts";
import { type CommandResult, runCommand, type RunCommandOptions } from "./run_command.ts";
import type { TempProject } from "./temp_project.ts";

/** What `json` came to. */
export interface JsonResult {
  readonly code: number;
  readonly report: RunReport;
  readonly stderr: string;
}

/**
 * Runs `structure` for a project.
 *
 * @param project The project.
 * @param args More arguments.
 * @param options As for {@linkcode runCommand}.
 * @returns Exit code and what it wrote, with the folder that holds project and data as `<root>`.
 */
export async function structure(
  project: TempProject,
  args: readonly string[] = [],
  options: RunCommandOptions = {},
): Promise<CommandResult> {
  const { code, stdout, stderr } = await runCommand(
    ["structure", project.dir, "--data-dir", project.dataDir, ...args],
    options,
  );
  const hideRoot = (text: string) => text.replaceAll(project.root, "<root>");
  return { code, stdout: hideRoot(stdout), stderr: hideRoot(stderr) };
}

/**
 * Runs an entrypoint with `json`. Anything on stdout but one report fails the test.
 *
 * @param project The project.
 * @param args The entrypoint and its params; command options may come before.
 * @param options As for {@linkcode runCommand}.
 * @returns Exit code, report and stderr.
 */
export async function runJson(
  project: TempProject,
  args: readonly string[],
  options: RunCommandOptions = {},
): Promise<JsonResult> {
  const { code, stdout, stderr } = await runCommand(toJsonCommand(project, args), options);
  return { code, report: parseReport(stdout, stderr), stderr };
}

/** The arguments of {@linkcode runJson}'s command. */
export function toJsonCommand(project: TempProject, args: readonly string[]): string[] {
  return ["json", project.dir, "--data-dir", project.dataDir, ...args];
}

/** Reads what is on stdout as one report and nothing else. */
export function parseReport(stdout: string, stderr: string): RunReport {
  try {
    return JSON.parse(stdout);
  } catch (cause) {
    throw new Error(`stdout is no report: ${stdout || "(empty)"}\nstderr: ${stderr}`, { cause });
  }
}

/**
 * Goes on with a run with `resume`. Anything on stdout but one report fails the test.
 *
 * @param project The project of the run.
 * @param args The run's id; then options.
 * @param options As for {@linkcode runCommand}.
 * @returns Exit code, report and stderr.
 */
export async function resume(
  project: TempProject,
  args: readonly [runId: string, ...string[]],
  options: RunCommandOptions = {},
): Promise<JsonResult> {
  const { code, stdout, stderr } = await runCommand(toResumeCommand(project, args), options);
  return { code, report: parseReport(stdout, stderr), stderr };
}

/** The arguments of {@linkcode resume}'s command. */
export function toResumeCommand(project: TempProject, args: readonly [runId: string, ...string[]]): string[] {
  return ["resume", ...args, "--data-dir", project.dataDir];
}

/** What `runs --json` prints. */
export interface RunList {
  readonly runs: readonly ListedRun[];
  readonly damaged: readonly { readonly runId: string; readonly reason: string }[];
}

/**
 * Lists runs with `runs --json`.
 *
 * @param project Whose data dir is looked at.
 * @param args More options.
 * @returns What it printed.
 */
export async function listRuns(project: TempProject, args: readonly string[] = []): Promise<RunList> {
  const { code, stdout, stderr } = await runCommand([
    "runs",
    "--json",
    "--data-dir",
    project.dataDir,
    ...args,
  ]);
  if (code !== 0) throw new Error(`runs failed: ${stderr}`);
  return JSON.parse(stdout);
}
