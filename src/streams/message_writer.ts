import { patiently } from "./patiently.ts";

/**
 * A pipe takes this much whole or not at all (`PIPE_BUF`). `Deno.stdout` does not say how much of a longer piece went out
 * before a non-blocking pipe was full, so that a second attempt would repeat a part of it.
 */
const ATOMIC_BYTES = 4096;

/** Where lines go: `Deno.stdout`, or a stand-in for it. It may take fewer bytes than it is given. */
export interface ByteSink {
  write(bytes: Uint8Array): Promise<number>;
}

/** Writes lines one after the other, whole and in the order in which they were given. */
export class MessageWriter {
  readonly #sink: ByteSink;
  readonly #onBroken: () => void;
  #last: Promise<void> = Promise.resolve();
  #broken = false;

  /**
   * @param sink Where the lines go.
   * @param onBroken Called once, when the sink takes no more; every line after that is dropped quietly.
   */
  constructor(sink: ByteSink, onBroken: () => void) {
    this.#sink = sink;
    this.#onBroken = onBroken;
  }

  /**
   * Puts a line at the end of the queue.
   *
   * @param line The bytes of the line, line feed included.
   * @returns Resolves when it has been written, or can no longer be. Never rejects.
   */
  write(line: Uint8Array): Promise<void> {
    this.#last = this.#last.then(() => this.#writeWhole(line));
    return this.#last;
  }

  /**
   * Waits for the queue.
   *
   * @returns Resolves when everything that was given so far has been written, or can no longer be. Never rejects.
   */
  flush(): Promise<void> {
    return this.#last;
  }

  async #writeWhole(line: Uint8Array): Promise<void> {
    let rest = line;
    while (rest.length > 0 && !this.#broken) {
      const written = await patiently(() => this.#sink.write(rest.subarray(0, ATOMIC_BYTES))).catch(() => 0);
      if (written > 0) rest = rest.subarray(written);
      else this.#break();
    }
  }

  /** Most often EPIPE: the client has gone. There is nobody left to tell. */
  #break(): void {
    this.#broken = true;
    this.#onBroken();
  }
}
