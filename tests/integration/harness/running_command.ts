import { executable } from "./executable.ts";
import { Printed } from "./printed.ts";
import type { CommandResult, RunCommandOptions } from "./run_command.ts";

/** A command of the executable that is still running. Killed when it is disposed of. */
export class RunningCommand implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  /** What it writes to stdout. */
  readonly stdout: Printed;
  /** What it writes to stderr. */
  readonly stderr: Printed;

  /**
   * @param args The executable's arguments.
   * @param options Where and with what environment.
   */
  constructor(args: readonly string[], options: RunCommandOptions = {}) {
    const pipes = { stdin: "null", stdout: "piped", stderr: "piped" } as const;
    this.#child = new Deno.Command(executable(), { args: [...args], ...pipes, ...options }).spawn();
    this.stdout = new Printed(this.#child.stdout);
    this.stderr = new Printed(this.#child.stderr);
  }

  /** Sends a signal; a process that has ended by itself meanwhile gets none. */
  kill(signal: Deno.Signal): void {
    try {
      this.#child.kill(signal);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
  }

  /** Waits for its end. */
  async result(): Promise<CommandResult> {
    const [{ code }, stdout, stderr] = await Promise.all([
      this.#child.status,
      this.stdout.whole,
      this.stderr.whole,
    ]);
    return { code, stdout, stderr };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      this.#child.kill("SIGKILL");
    } catch {
      // It has ended by itself.
    }
    await this.result();
  }
}

/**
 * Whether a process is there.
 *
 * @param pid Its id.
 * @returns Whether it exists; a zombie counts as gone.
 */
export function isAlive(pid: number): boolean {
  const { success, stdout } = new Deno.Command("ps", { args: ["-o", "stat=", "-p", String(pid)] })
    .outputSync();
  return success && !new TextDecoder().decode(stdout).trim().startsWith("Z");
}
