import { executable } from "./executable.ts";
import { Printed } from "./printed.ts";

const PROMPT_LIMIT_MS = 30_000;

/** A command of the executable at a terminal, with a person who types. Killed when it is disposed of. */
export class TerminalCommand implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #input: WritableStreamDefaultWriter<Uint8Array>;
  readonly #stdout: string;
  /** What the terminal shows: stderr, and what is typed while it is echoed. */
  readonly screen: Printed;

  /**
   * Runs the command in a pseudo-terminal made by `script`, which is part of every Debian; its stdout goes to a file.
   *
   * @param args The executable's arguments.
   * @param env Added to this process's environment.
   */
  constructor(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    this.#stdout = Deno.makeTempFileSync({ prefix: "workflow-code-test-" });
    const words = [executable(), ...args].map((word) => `'${word.replaceAll("'", `'\\''`)}'`);
    this.#child = new Deno.Command("script", {
      args: [
        "--quiet",
        "--flush",
        "--return",
        "--command",
        `exec ${words.join(" ")} > ${this.#stdout}`,
        "/dev/null",
      ],
      env: { SHELL: "/bin/sh", ...env },
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    this.#input = this.#child.stdin.getWriter();
    this.screen = new Printed(this.#child.stdout);
  }

  /** Waits for a prompt, then types. One that does not come ends the command, so that the test fails. */
  async type(prompt: RegExp, text: string): Promise<void> {
    const timer = setTimeout(() => this.#child.kill("SIGKILL"), PROMPT_LIMIT_MS);
    try {
      await this.screen.until(prompt);
    } finally {
      clearTimeout(timer);
    }
    await this.#input.write(new TextEncoder().encode(text));
  }

  /** Waits for the command's end. */
  async result(): Promise<{ readonly code: number; readonly stdout: string; readonly screen: string }> {
    const { code } = await this.#child.status;
    const screen = (await this.screen.whole).replaceAll("\r\n", "\n");
    return { code, stdout: await Deno.readTextFile(this.#stdout), screen };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      this.#child.kill("SIGKILL");
    } catch {
      // It has ended by itself.
    }
    await this.#child.status;
    await this.#input.close().catch(() => {});
    await this.screen.whole;
    await Deno.remove(this.#stdout);
  }
}
