import { splitLines } from "../../../src/run/frames.ts";
import { executable } from "./executable.ts";
import { Printed } from "./printed.ts";

/** A JSON-RPC message of the server. */
export interface RawMessage {
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params?: unknown;
  // deno-lint-ignore no-explicit-any -- tests look at results of every kind
  readonly result?: any;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** The executable, spoken to in raw bytes. Killed when it is disposed of. */
export class RawServer implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #input: WritableStreamDefaultWriter<Uint8Array>;
  readonly #lines: AsyncGenerator<string>;
  #stderr: Printed | undefined;
  #nextId = 1;
  /** Every line of stdout so far. */
  readonly received: string[] = [];

  /**
   * @param args The executable's arguments.
   * @param options `env` is added to this process's environment; `readsStderr` is false for a client that does not.
   */
  constructor(
    args: readonly string[],
    { readsStderr = true, ...options }: {
      readonly env?: Record<string, string>;
      readonly readsStderr?: boolean;
    } = {},
  ) {
    const pipes = { stdin: "piped", stdout: "piped", stderr: "piped" } as const;
    this.#child = new Deno.Command(executable(), { args: [...args], ...pipes, ...options }).spawn();
    this.#input = this.#child.stdin.getWriter();
    this.#lines = splitLines(this.#child.stdout);
    if (readsStderr) this.#stderr = new Printed(this.#child.stderr);
  }

  /** The process's id. */
  get pid(): number {
    return this.#child.pid;
  }

  /** What it wrote to stderr so far. */
  get stderr(): string {
    return this.#stderr?.text ?? "";
  }

  /** All that it writes to stderr, once it has ended. */
  get wholeStderr(): Promise<string> {
    return this.#toPrinted().whole;
  }

  /** Waits until stderr has a match. */
  untilPrinted(pattern: RegExp): Promise<RegExpExecArray> {
    return this.#toPrinted().until(pattern);
  }

  /** How it ended. */
  get status(): Promise<Deno.CommandStatus> {
    return this.#child.status;
  }

  /** Writes text as it is. */
  async write(text: string | Uint8Array<ArrayBuffer>): Promise<void> {
    await this.#input.write(typeof text === "string" ? new TextEncoder().encode(text) : text);
  }

  /** Sends a message in a line. */
  async send(message: unknown): Promise<void> {
    await this.write(`${JSON.stringify(message)}\n`);
  }

  /** Gives the next message; a line that is no JSON-RPC message fails the test. */
  async next(): Promise<RawMessage> {
    const { value, done } = await this.#lines.next();
    if (done) throw new Error(`The server closed stdout; stderr: ${this.stderr}`);
    this.received.push(value);
    const message = JSON.parse(value);
    if (message.jsonrpc !== "2.0") throw new Error(`Not a JSON-RPC message: ${value}`);
    return message;
  }

  /** Sends a request and gives its answer; other messages are passed over. */
  async request(method: string, params: unknown = {}): Promise<RawMessage> {
    const id = this.#nextId++;
    await this.send({ jsonrpc: "2.0", id, method, params });
    for (let message = await this.next();; message = await this.next()) {
      if (message.id === id) return message;
    }
  }

  /** The handshake of clients up to 2025-11-25. */
  async initialize(capabilities: unknown = {}): Promise<RawMessage> {
    const clientInfo = { name: "raw", version: "1" };
    const answer = await this.request("initialize", {
      protocolVersion: "2025-11-25",
      capabilities,
      clientInfo,
    });
    await this.send({ jsonrpc: "2.0", method: "notifications/initialized" });
    return answer;
  }

  /** Calls a tool. */
  call(name: string, args: unknown = {}): Promise<RawMessage> {
    return this.request("tools/call", { name, arguments: args });
  }

  /** Closes its stdin, as a client that leaves does. */
  async closeInput(): Promise<void> {
    await this.#input.close().catch(() => {});
  }

  /** Closes the reading side of its stdout. */
  async closeOutput(): Promise<void> {
    await this.#lines.return(undefined);
  }

  /** Sends a signal. */
  kill(signal: Deno.Signal): void {
    this.#child.kill(signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.closeInput();
    try {
      this.#child.kill("SIGKILL");
    } catch {
      // It has ended by itself.
    }
    await this.#child.status;
    await this.#lines.return(undefined);
    await this.#toPrinted().whole;
  }

  #toPrinted(): Printed {
    return this.#stderr ??= new Printed(this.#child.stderr);
  }
}
