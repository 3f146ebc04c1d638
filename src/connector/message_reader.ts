import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types";
import { LineSplitter } from "../streams/line_splitter.ts";
import { toMessages } from "./_to_messages.ts";

const LINE_FEED = 0x0a;

/** How much of both ends of a line is kept to find the id in it. */
const END_LENGTH = 256;

/** What was found in a server's output. */
export type Incoming =
  | { readonly kind: "message"; readonly message: JSONRPCMessage }
  /** A line that is no message: a banner, a stray print. */
  | { readonly kind: "junk"; readonly line: string }
  /** A message that is too long to be read; with the request that it answers, where that can be told. */
  | { readonly kind: "too_long"; readonly id: number | undefined };

/** Finds messages in a server's output, one in each line, whatever else is there. */
export class MessageReader {
  readonly #splitter: LineSplitter;
  readonly #decoder = new TextDecoder();
  #head = new Uint8Array(0);
  #tail = new Uint8Array(0);
  #isTooLong = false;

  /** @param limit The most bytes of a message. */
  constructor(limit: number) {
    this.#splitter = new LineSplitter(limit);
  }

  /**
   * Takes the next bytes.
   *
   * @param chunk Any part of the output.
   * @returns What it completes.
   */
  push(chunk: Uint8Array): Incoming[] {
    const found: Incoming[] = [];
    for (let start = 0; start < chunk.length;) {
      const feed = chunk.indexOf(LINE_FEED, start);
      const end = feed < 0 ? chunk.length : feed + 1;
      found.push(...this.#take(chunk.subarray(start, end)));
      start = end;
    }
    return found;
  }

  /** Takes bytes of one line, with its line feed if they are the last. */
  #take(piece: Uint8Array): Incoming[] {
    this.#head = join(this.#head, piece.subarray(0, END_LENGTH)).slice(0, END_LENGTH);
    this.#tail = join(this.#tail, piece.subarray(-END_LENGTH)).slice(-END_LENGTH);
    const found: Incoming[] = [];
    for (const line of this.#splitter.push(piece)) {
      if ("tooLong" in line) this.#isTooLong = true;
      else found.push(...this.#read(line.bytes));
    }
    if (piece.at(-1) === LINE_FEED) {
      if (this.#isTooLong) found.push({ kind: "too_long", id: this.#findId() });
      this.#isTooLong = false;
      this.#head = this.#tail = new Uint8Array(0);
    }
    return found;
  }

  #read(bytes: Uint8Array): Incoming[] {
    const line = this.#decoder.decode(bytes).trim();
    if (line === "") return [];
    const messages = toMessages(line);
    return messages === undefined
      ? [{ kind: "junk", line }]
      : messages.map((message) => ({ kind: "message", message }));
  }

  /** Servers write the id either first or last, and a line ends where the message does. */
  #findId(): number | undefined {
    const [head, tail] = [this.#head, this.#tail].map((bytes) => new TextDecoder().decode(bytes));
    const match = head?.match(/^\s*\{(?:\s*"jsonrpc"\s*:\s*"2\.0"\s*,)?\s*"id"\s*:\s*(\d+)\s*,/) ??
      tail?.match(/,\s*"id"\s*:\s*(\d+)\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/);
    return match ? Number(match[1]) : undefined;
  }
}

function join(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(a.length + b.length);
  joined.set(a);
  joined.set(b, a.length);
  return joined;
}
