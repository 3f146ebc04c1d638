import type { AskLineOptions, Terminal } from "../../../../src/cli/terminal/terminal.ts";

/** A person who types these lines, then ends the input. */
export class Typist implements Terminal {
  readonly #lines: string[];
  /** What was shown, and typed where that is echoed. */
  screen = "";

  constructor(...lines: readonly string[]) {
    this.#lines = [...lines];
  }

  write(text: string): void {
    this.screen += text;
  }

  ask(prompt: string, { signal, hidden = false }: AskLineOptions): Promise<string | undefined> {
    signal.throwIfAborted();
    const line = this.#lines.shift();
    this.screen += `${prompt}${hidden ? "" : line ?? ""}\n`;
    return Promise.resolve(line);
  }
}
