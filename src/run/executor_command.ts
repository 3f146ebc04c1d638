/** The argument that makes this executable an executor; no user types it. */
export const EXECUTOR_ARGUMENT = "__executor";

/**
 * The command that starts this same program as an executor.
 *
 * @returns The program and its arguments; from source, Deno with the flags that the compiled executable has built in.
 */
export function executorCommand(): readonly string[] {
  if (Deno.build.standalone) return [Deno.execPath(), EXECUTOR_ARGUMENT];
  const flags = ["--allow-all", "--no-prompt", "--unstable-worker-options"];
  return [Deno.execPath(), "run", ...flags, Deno.mainModule, EXECUTOR_ARGUMENT];
}
