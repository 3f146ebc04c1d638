/**
 * The command that starts this same program.
 *
 * @returns The executable, absolute; from source, Deno and what it needs.
 */
export function programCommand(): readonly string[] {
  if (Deno.build.standalone) return [Deno.execPath()];
  return [Deno.execPath(), "run", "--allow-all", "--no-prompt", "--unstable-worker-options", Deno.mainModule];
}
