import { encodeMessage, MAX_OUTGOING_BYTES } from "./encode_message.ts";
import {
  ERROR_CODES,
  type IncomingMessage,
  type InvalidMessage,
  type OutgoingMessage,
  parseMessage,
} from "./json_rpc.ts";
import { type Line, LineSplitter } from "../streams/line_splitter.ts";
import { type ByteSink, MessageWriter } from "../streams/message_writer.ts";
import { readStdin } from "../streams/read_stdin.ts";

/** The most bytes that an incoming message may have, its line feed not counted: 10 MiB. */
export const MAX_INCOMING_BYTES = 10 * 1024 * 1024;

/** The two streams of a connection. */
export interface StdioStreams {
  /** @default The standard input of this process. */
  readonly input?: ReadableStream<Uint8Array>;
  /** @default The standard output of this process. */
  readonly output?: ByteSink;
}

/** MCP's stdio transport: one JSON-RPC message per line. Junk is answered with an error and never ends it. */
export class StdioTransport {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #writer: MessageWriter;
  readonly #splitter = new LineSplitter(MAX_INCOMING_BYTES);
  /** Replaces what is not UTF-8 with U+FFFD, and drops a byte order mark. */
  readonly #decoder = new TextDecoder();
  readonly #broken = Promise.withResolvers<void>();

  /** @param streams Other streams than those of this process. */
  constructor(streams: StdioStreams = {}) {
    this.#reader = (streams.input ?? readStdin()).getReader();
    this.#writer = new MessageWriter(streams.output ?? Deno.stdout, this.#broken.resolve);
  }

  /** Resolves when the client no longer reads what is written. */
  get broken(): Promise<void> {
    return this.#broken.promise;
  }

  /**
   * Reads messages until the input ends, fails or is given up with {@linkcode stopReading}.
   *
   * @param onMessage Called with each message in order, at once for all those that arrived together. Must not throw.
   */
  async read(onMessage: (message: IncomingMessage) => void): Promise<void> {
    for (let chunk = await this.#next(); chunk; chunk = await this.#next()) {
      this.#deliver(this.#splitter.push(chunk), onMessage);
    }
    this.#deliver(this.#splitter.end(), onMessage);
  }

  /** Ends {@linkcode read} although the input goes on. */
  stopReading(): void {
    this.#reader.cancel().catch(() => {});
  }

  /**
   * Queues a message.
   *
   * @param message What is to be sent.
   * @returns Resolves when it is on the wire, or the client has gone. Never rejects.
   * @throws {Error} At once, when the message is too long or cannot be written as JSON.
   */
  send(message: OutgoingMessage): Promise<void> {
    const line = encodeMessage(message);
    if (line.length > MAX_OUTGOING_BYTES) {
      throw new RangeError(
        `the message has ${line.length} bytes, and at most ${MAX_OUTGOING_BYTES} can be sent`,
      );
    }
    return this.#writer.write(line);
  }

  /**
   * Waits for what was sent.
   *
   * @returns Resolves when all of it is on the wire, or the client has gone. Never rejects.
   */
  flush(): Promise<void> {
    return this.#writer.flush();
  }

  async #next(): Promise<Uint8Array | undefined> {
    try {
      return (await this.#reader.read()).value;
    } catch {
      return undefined; // An input that fails has ended.
    }
  }

  #deliver(lines: readonly Line[], onMessage: (message: IncomingMessage) => void): void {
    for (const line of lines) {
      if ("tooLong" in line) {
        onMessage(TOO_LONG);
        continue;
      }
      const text = this.#decoder.decode(line.bytes);
      if (text.trim() !== "") onMessage(parseMessage(text));
    }
  }
}

const TOO_LONG: InvalidMessage = {
  kind: "invalid",
  id: null,
  error: {
    code: ERROR_CODES.invalidRequest,
    message: `Message too long: a message may have at most ${MAX_INCOMING_BYTES} bytes; this one was skipped`,
  },
};
