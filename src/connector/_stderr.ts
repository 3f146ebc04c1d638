import { LineSplitter } from "../streams/line_splitter.ts";
import type { Redact } from "./redactor.ts";

/** The most bytes of a line that are kept; a program that writes no line feeds must not fill the memory. */
const LONGEST_LINE = 16 * 1024;

/** How many characters are kept to explain how a server ended. */
const KEPT = 4 * 1024;

/** What a server writes to stderr: read without end, so that it never blocks, of which only the end is kept. */
export class Stderr {
  readonly #splitter = new LineSplitter(LONGEST_LINE);
  readonly #decoder = new TextDecoder();
  readonly #redact: Redact;
  readonly #onLine: (line: string) => void;
  #tail = "";

  /**
   * @param redact Takes values that must not be shown out of each line.
   * @param onLine Called with each line.
   */
  constructor(redact: Redact, onLine: (line: string) => void) {
    this.#redact = redact;
    this.#onLine = onLine;
  }

  /** The last lines, without values that must not be shown; empty when there are none. */
  get tail(): string {
    return this.#redact(this.#tail).trim(); // Once more: a value may have been written in several lines.
  }

  /**
   * Reads to the end.
   *
   * @param chunks What is written.
   */
  async read(chunks: AsyncIterable<Uint8Array>): Promise<void> {
    try {
      for await (const chunk of chunks) this.#take(this.#splitter.push(chunk));
    } catch {
      // The pipe broke with the process.
    }
    this.#take(this.#splitter.end());
  }

  #take(lines: ReturnType<LineSplitter["push"]>): void {
    for (const line of lines) {
      const text = "tooLong" in line
        ? `(a line of more than ${LONGEST_LINE} bytes)`
        : this.#redact(this.#decoder.decode(line.bytes).replace(/\r$/, ""));
      this.#tail = `${this.#tail}${text}\n`.slice(-KEPT);
      this.#onLine(text);
    }
  }
}
