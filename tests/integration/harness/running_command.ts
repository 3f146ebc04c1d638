import { executable } from "./executable.ts";
import type { CommandResult } from "./run_command.ts";

/** A command of the executable that is still running. Killed when it is disposed of. */
export class RunningCommand implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #stdout: Promise<string>;
  readonly #stderr: Promise<string>;
  readonly #waiting = new Set<() => void>();
  #printed = "";
  #ended = false;

  /** @param args The executable's arguments. */
  constructor(args: readonly string[]) {
    const command = new Deno.Command(executable(), {
      args: [...args],
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    });
    this.#child = command.spawn();
    this.#stdout = new Response(this.#child.stdout).text();
    this.#stderr = this.#collect(this.#child.stderr);
  }

  /**
   * Waits until stderr has a match.
   *
   * @param pattern What to look for.
   * @returns The match.
   */
  async untilPrinted(pattern: RegExp): Promise<RegExpExecArray> {
    while (true) {
      const match = pattern.exec(this.#printed);
      if (match) return match;
      if (this.#ended) throw new Error(`It never printed ${pattern}; stderr: ${this.#printed}`);
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  /** Sends a signal. */
  kill(signal: Deno.Signal): void {
    this.#child.kill(signal);
  }

  /** Waits for its end. */
  async result(): Promise<CommandResult> {
    const [{ code }, stdout, stderr] = await Promise.all([this.#child.status, this.#stdout, this.#stderr]);
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

  async #collect(stream: ReadableStream<Uint8Array>): Promise<string> {
    const decoder = new TextDecoder();
    for await (const chunk of stream) {
      this.#printed += decoder.decode(chunk, { stream: true });
      this.#wake();
    }
    this.#ended = true;
    this.#wake();
    return this.#printed;
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
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
