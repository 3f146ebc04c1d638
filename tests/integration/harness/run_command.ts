import { executable } from "./executable.ts";

/** What a command came to. */
export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs the executable to its end.
 *
 * @param args Its arguments.
 * @param options `env` is added to this process's environment, `cwd` the working directory.
 * @returns Exit code and what it wrote.
 */
export async function runCommand(
  args: readonly string[],
  options: { readonly env?: Record<string, string>; readonly cwd?: string } = {},
): Promise<CommandResult> {
  const { code, stdout, stderr } = await new Deno.Command(executable(), {
    args: [...args],
    stdin: "null",
    ...options,
  })
    .output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}
