import { executable } from "./executable.ts";

/** What a command came to. */
export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Options for {@linkcode runCommand}. */
export interface RunCommandOptions {
  /** Added to this process's environment. */
  readonly env?: Record<string, string>;
  /** The working directory. */
  readonly cwd?: string;
  /** What it finds on stdin. @default nothing */
  readonly input?: string;
  /** The program. @default the executable under test */
  readonly program?: string;
}

/**
 * Runs the executable to its end.
 *
 * @param args Its arguments.
 * @param options Where and with what environment.
 * @returns Exit code and what it wrote.
 */
export async function runCommand(
  args: readonly string[],
  options: RunCommandOptions = {},
): Promise<CommandResult> {
  const { input, program = executable(), ...where } = options;
  const command = new Deno.Command(program, {
    args: [...args],
    stdin: input === undefined ? "null" : "piped",
    stdout: "piped",
    stderr: "piped",
    ...where,
  });
  const child = command.spawn();
  if (input !== undefined) await new Blob([input]).stream().pipeTo(child.stdin);
  const { code, stdout, stderr } = await child.output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}
