import { type ByteSink, MessageWriter } from "../streams/message_writer.ts";

/** Options for {@linkcode LogWriter}. */
export interface LogWriterOptions {
  /** How many characters may wait to be read. @default 16777216, more than the log of one run */
  readonly limit?: number;
  /** How long the reader may read nothing before {@linkcode LogWriter.flush} gives up, in milliseconds. @default 1000 */
  readonly stalledMs?: number;
}

/**
 * Writes to a stream in order and soon, and lets nobody wait: some clients never read what a server says on stderr, and
 * would stop it. What exceeds the limit is left out, which is said once reading goes on.
 */
export class LogWriter {
  readonly #writer: MessageWriter;
  readonly #limit: number;
  readonly #stalledMs: number;
  readonly #encoder = new TextEncoder();
  #waiting: string[] = [];
  #waitingLength = 0;
  #leftOutLength = 0;
  #writtenBytes = 0;
  #writing: Promise<void> | undefined;

  /**
   * @param stream Such as `Deno.stderr`.
   * @param options What the reader is granted.
   */
  constructor(stream: ByteSink, options: LogWriterOptions = {}) {
    const write = async (bytes: Uint8Array) => {
      const length = await stream.write(bytes);
      this.#writtenBytes += length;
      return length;
    };
    // A server whose reader is gone goes on serving.
    this.#writer = new MessageWriter({ write }, () => {});
    this.#limit = options.limit ?? 16 * 1024 * 1024;
    this.#stalledMs = options.stalledMs ?? 1000;
  }

  /**
   * Writes a text as soon as all before it is written.
   *
   * @param text The text, with its line breaks.
   */
  write(text: string): void {
    if (this.#waitingLength + text.length > this.#limit) {
      this.#leftOutLength += text.length;
      return;
    }
    this.#add(text);
    this.#writing ??= this.#drain();
  }

  /** Waits until everything is written, unless the reader does not read on. */
  async flush(): Promise<void> {
    for (let before = -1; this.#writing && before < this.#writtenBytes;) {
      before = this.#writtenBytes;
      const stalled = Promise.withResolvers<void>();
      const timer = setTimeout(stalled.resolve, this.#stalledMs);
      await Promise.race([this.#writing, stalled.promise]);
      clearTimeout(timer);
    }
  }

  #add(text: string): void {
    this.#waiting.push(text);
    this.#waitingLength += text.length;
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      const text = this.#waiting.join("");
      this.#waiting = [];
      await this.#writer.write(this.#encoder.encode(text));
      this.#waitingLength -= text.length;
      if (this.#leftOutLength === 0) continue;
      this.#add(`(${this.#leftOutLength} characters were not read in time and are left out)\n`);
      this.#leftOutLength = 0;
    }
    this.#writing = undefined;
  }
}
