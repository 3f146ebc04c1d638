import type { ServerHandlers } from "../../../src/mcp/handlers.ts";
import { type ConnectionEnd, serveMcp, type ServeMcpOptions } from "../../../src/mcp/server.ts";
import { StdioTransport } from "../../../src/mcp/stdio.ts";
import { fakeHandlers } from "./_fake_handlers.ts";

/** What a server wrote, parsed. */
// deno-lint-ignore no-explicit-any -- tests look into answers of every shape
export type Answer = Record<string, any>;

/** The client's end of a server that runs in this process. */
export class TestClient {
  /** Every message of the server so far, in order. */
  readonly answers: Answer[] = [];
  /** Every byte that the server wrote. */
  readonly output: string[] = [];
  readonly ended: Promise<ConnectionEnd>;
  readonly #input = new TransformStream<Uint8Array, Uint8Array>();
  readonly #writer = this.#input.writable.getWriter();
  #read = 0;
  #arrived = Promise.withResolvers<void>();
  #isBroken = false;

  constructor(handlers: ServerHandlers = fakeHandlers(), options: ServeMcpOptions = {}) {
    const output = { write: (bytes: Uint8Array) => this.#take(bytes) };
    this.ended = serveMcp(new StdioTransport({ input: this.#input.readable, output }), handlers, options);
  }

  /** Sends messages in one chunk, a string as the raw line that it is. */
  async send(...messages: (string | object)[]): Promise<void> {
    const lines = messages.map((message) => typeof message === "string" ? message : JSON.stringify(message));
    await this.sendBytes(new TextEncoder().encode(lines.map((line) => `${line}\n`).join("")));
  }

  async sendBytes(bytes: Uint8Array): Promise<void> {
    await this.#writer.write(bytes);
  }

  /** Waits for the next message of the server. */
  async next(): Promise<Answer> {
    for (;;) {
      const answer = this.answers[this.#read];
      if (answer) {
        this.#read++;
        return answer;
      }
      await this.#arrived.promise;
    }
  }

  /** Sends a request and gives the next message of the server. */
  async ask(method: string, params?: object, id: string | number = 1): Promise<Answer> {
    await this.send({ jsonrpc: "2.0", id, method, ...(params ? { params } : {}) });
    return await this.next();
  }

  /** Closes the server's input and waits for its end. */
  async close(): Promise<ConnectionEnd> {
    await this.#writer.close();
    return await this.ended;
  }

  /** Makes the server's input fail. */
  async abortInput(): Promise<void> {
    await this.#writer.abort(new Error("the input failed"));
  }

  /** Makes every later write of the server fail, as when the client has gone. */
  breakOutput(): void {
    this.#isBroken = true;
  }

  #take(bytes: Uint8Array): Promise<number> {
    if (this.#isBroken) return Promise.reject(new Deno.errors.BrokenPipe("broken pipe"));
    const text = new TextDecoder().decode(bytes);
    this.output.push(text);
    this.answers.push(JSON.parse(text));
    this.#arrived.resolve();
    this.#arrived = Promise.withResolvers();
    return Promise.resolve(bytes.length);
  }
}
