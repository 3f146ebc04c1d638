/** What a program came to. */
export interface ProgramResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a program to its end, without a terminal.
 *
 * @param command The program and its arguments.
 * @param options `env` is added to this process's environment, `cwd` the working directory.
 * @returns Exit code and what it wrote.
 */
export async function runProgram(
  [program = "", ...args]: readonly string[],
  options: { readonly env?: Record<string, string>; readonly cwd?: string } = {},
): Promise<ProgramResult> {
  const { code, stdout, stderr } = await new Deno.Command(program, { args, stdin: "null", ...options })
    .output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}
