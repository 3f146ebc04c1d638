/**
 * Frames between host and executor: lines that begin with a random key that project code cannot know. Every other line
 * on the executor's stdout is log.
 *
 * @module
 */
import { type Line, LineSplitter } from "../streams/line_splitter.ts";

/** A line longer than this ends the connection: no message of ours comes near it. */
const FRAME_LIMIT = 256 * 1024 * 1024;

/** Makes the key of a new executor: 128 random bits in hexadecimal digits. */
export function createFrameKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}

/**
 * Takes a frame's text out of its line.
 *
 * @param line A whole line.
 * @param key The frames' key.
 * @returns The text behind the key, or undefined when the line is no frame.
 */
export function unframe(line: string, key: string): string | undefined {
  return line.startsWith(key) && line[key.length] === " " ? line.slice(key.length + 1) : undefined;
}

/**
 * Splits a stream into lines of text, in time and memory that grow with their length only.
 *
 * @param stream The bytes.
 * @returns Each line without its line feed, as UTF-8 text.
 * @throws {RangeError} If a line is longer than 256 MiB.
 */
export async function* splitLines(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const splitter = new LineSplitter(FRAME_LIMIT);
  const decoder = new TextDecoder();
  const toText = (line: Line): string => {
    if ("tooLong" in line) throw new RangeError(`A line is longer than ${FRAME_LIMIT} bytes`);
    return decoder.decode(line.bytes);
  };
  for await (const chunk of stream) yield* splitter.push(chunk).map(toText);
  yield* splitter.end().map(toText);
}

/** Writes frames one after the other; those that wait while one is written go out together. */
export class FrameWriter {
  readonly #write: (bytes: Uint8Array) => Promise<unknown>;
  readonly #prefix: string;
  #waiting: string[] = [];
  #writing: Promise<void> | undefined;

  /**
   * @param write Writes all of the bytes; a rejection means that the other side is gone.
   * @param key The frames' key.
   */
  constructor(write: (bytes: Uint8Array) => Promise<unknown>, key: string) {
    this.#write = write;
    this.#prefix = `${key} `;
  }

  /** Queues one message. It is never thrown from here: a side that is gone is noticed by its stream's end. */
  send(message: unknown): void {
    this.#waiting.push(`${this.#prefix}${JSON.stringify(message)}\n`);
    this.#writing ??= this.#drain();
  }

  /** Resolves when everything that was sent so far is written. */
  async flushed(): Promise<void> {
    await this.#writing;
  }

  async #drain(): Promise<void> {
    try {
      while (this.#waiting.length > 0) {
        const text = this.#waiting.join("");
        this.#waiting = [];
        await this.#write(new TextEncoder().encode(text));
      }
    } catch {
      this.#waiting = [];
    } finally {
      this.#writing = undefined;
    }
  }
}

/**
 * Writes all of the bytes to a Deno stream, which may take them in parts.
 *
 * @param writer Such as `Deno.stdout`.
 * @param bytes What to write.
 */
export async function writeAll(
  writer: { write(bytes: Uint8Array): Promise<number> },
  bytes: Uint8Array,
): Promise<void> {
  for (let done = 0; done < bytes.length;) done += await writer.write(bytes.subarray(done));
}
