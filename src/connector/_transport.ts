import type { Transport } from "@modelcontextprotocol/sdk/shared/transport";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types";
import { type Incoming, MessageReader } from "./message_reader.ts";
import { endProcess, type Grace, IMPATIENT } from "./end_process.ts";
import type { ExitStatus, ServerProcess } from "./spawn_backend.ts";
import { isWithin } from "./_wait.ts";

/** How long what was already written may take to be read after the process has ended, in milliseconds. */
const DRAIN_TIME = 100;

/** How long a process that let go of a pipe may take to end by itself, so that its exit code can be told, in milliseconds. */
const EXIT_TIME = 250;

/** Why a connection is over. */
export type EndReason =
  | { readonly kind: "exited"; readonly status: ExitStatus }
  /** It lives, but can answer no more. */
  | { readonly kind: "output_closed" }
  /** It lives, but can be asked no more. */
  | { readonly kind: "input_closed" }
  /** From this side. */
  | { readonly kind: "closed" };

/** Options for {@linkcode ProcessTransport}. */
export interface ProcessTransportOptions {
  /** The most bytes of a message of the server. */
  readonly limit: number;
  /** Called with a line that is no message. */
  readonly onJunk: (line: string) => void;
  /** Waited for, for a moment, when the process has ended: resolves when what it wrote to stderr has been read. */
  readonly lastWords: Promise<void>;
}

/** Carries messages between the SDK's client and a process. It ends the process, with all that it started. */
export class ProcessTransport implements Transport {
  onmessage?: Transport["onmessage"];
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly #process: ServerProcess;
  readonly #options: ProcessTransportOptions;
  readonly #reader: MessageReader;
  /** The requests that have not been answered. */
  readonly #pending = new Set<number | string>();
  readonly #over: Promise<void>;
  #declareOver = () => {};
  #end: EndReason | undefined;
  #ended: Promise<void> | undefined;

  constructor(process: ServerProcess, options: ProcessTransportOptions) {
    this.#process = process;
    this.#options = options;
    this.#reader = new MessageReader(options.limit);
    this.#over = new Promise((resolve) => this.#declareOver = resolve);
  }

  /** Why it is over; `undefined` while it is not. */
  get endReason(): EndReason | undefined {
    return this.#end;
  }

  /** Begins to read. */
  start(): Promise<void> {
    const drained = this.#read();
    void drained.then(() => this.#finishAfter(EXIT_TIME, { kind: "output_closed" }));
    void this.#process.exited.then(async (status) => {
      await isWithin(Promise.all([drained, this.#options.lastWords]), DRAIN_TIME);
      this.#finish({ kind: "exited", status }, IMPATIENT);
    });
    return Promise.resolve();
  }

  /**
   * Sends a message.
   *
   * @throws {TypeError} When it is not JSON.
   * @throws {Error} When it cannot be sent; the connection is over then.
   */
  async send(message: JSONRPCMessage): Promise<void> {
    // Some programs take these two for the end of a line.
    const text = JSON.stringify(message).replace(
      /[\u2028\u2029]/g,
      (end) => end === "\u2028" ? "\\u2028" : "\\u2029",
    );
    if ("method" in message && "id" in message) this.#pending.add(message.id);
    try {
      await this.#process.write(new TextEncoder().encode(`${text}\n`));
    } catch (error) {
      await this.#finishAfter(EXIT_TIME, { kind: "input_closed" });
      throw error;
    }
  }

  /** Ends the process at once; for the SDK, which closes what it could not use. */
  close(): Promise<void> {
    return this.end(IMPATIENT);
  }

  /**
   * Ends the process.
   *
   * @param grace How long it is given.
   * @returns Resolves when nothing of it is left. Never rejects.
   */
  async end(grace: Grace): Promise<void> {
    this.#finish({ kind: "closed" }, grace);
    await this.#ended;
  }

  async #read(): Promise<void> {
    try {
      for await (const chunk of this.#process.stdout) {
        for (const incoming of this.#reader.push(chunk)) this.#receive(incoming);
      }
    } catch {
      // The pipe broke with the process, or was let go.
    }
  }

  #receive(incoming: Incoming): void {
    if (this.#end !== undefined) return;
    switch (incoming.kind) {
      case "message":
        return this.#deliver(incoming.message);
      case "junk":
        return this.#options.onJunk(incoming.line);
      case "too_long": {
        const error = { code: -32603, message: tooLong(this.#options.limit) };
        // Without an id it may answer any of those that wait; none of them shall wait in vain.
        const ids = incoming.id === undefined ? [...this.#pending] : [incoming.id];
        for (const id of ids) this.#deliver({ jsonrpc: "2.0", id, error });
      }
    }
  }

  #deliver(message: JSONRPCMessage): void {
    if (!("method" in message) && message.id !== undefined) this.#pending.delete(message.id);
    this.onmessage?.(message);
  }

  async #finishAfter(ms: number, reason: EndReason): Promise<void> {
    await isWithin(this.#over, ms);
    this.#finish(reason, IMPATIENT);
  }

  #finish(reason: EndReason, grace: Grace): void {
    if (this.#end !== undefined) return;
    this.#end = reason;
    this.#ended = endProcess(this.#process, grace);
    this.#declareOver();
    this.onclose?.();
  }
}

function tooLong(limit: number): string {
  const size = limit >= 1024 * 1024 ? `${Math.floor(limit / (1024 * 1024))} MiB` : `${limit} bytes`;
  return `the answer is longer than ${size}, the most that is read; ask for less at once`;
}
