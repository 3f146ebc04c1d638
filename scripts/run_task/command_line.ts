import type { Step } from "./task.ts";

/** What the runner adds to a step. */
export interface CommandLineOptions {
  /** Flags that put the npm-only import map and lock in place of deno.json's; empty on a normal network. */
  override: readonly string[];
  /** Arguments that followed the name of the task. */
  args: readonly string[];
  /** Where a counted step writes its JUnit report. */
  junitPath: string;
  /** Flags that every `deno test` gets. */
  testFlags: readonly string[];
  /** Tells whether a path exists in the project. */
  exists: (path: string) => boolean;
}

/** Subcommands that resolve no imports and so take no import map. */
const RESOLVES_NOTHING: ReadonlySet<string> = new Set(["fmt", "lint"]);

/**
 * The arguments with which deno is started for a step.
 *
 * @param step The step to run.
 * @param options What the runner adds to it.
 * @returns Arguments for the deno executable.
 */
export function toCommandLine(step: Step, options: CommandLineOptions): string[] {
  const [subcommand, ...flags] = step.command;
  const args = step.takesArgs ? options.args : [];
  // A path that the person names stands for the step's own: `deno task test:unit tests/unit/errors_test.ts`.
  const named = args.some((arg) => !arg.startsWith("-") && options.exists(arg));
  const resolves = !RESOLVES_NOTHING.has(subcommand) && !flags.includes("--no-config");
  return [
    subcommand,
    ...(resolves ? options.override : []),
    ...(step.counted ? [...options.testFlags, `--junit-path=${options.junitPath}`] : []),
    ...flags,
    ...args,
    ...(named ? [] : (step.paths ?? []).filter(options.exists)),
  ];
}

/**
 * The flags that make `deno test` look for leaks: it always did before 2.8 and does only when asked since.
 *
 * @param version The version of deno.
 * @returns The flags.
 */
export function sanitizerFlags(version: string): string[] {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > 2 || (major === 2 && minor >= 8) ? ["--sanitize-ops", "--sanitize-resources"] : [];
}
