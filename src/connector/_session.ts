import type { McpServerLog, NormalizedMcpServer } from "../core/api.ts";
import { McpServerError } from "./mcp_server_error.ts";
import { createRedactor, type Redact } from "./redactor.ts";
import type { Grace } from "./end_process.ts";
import type { ServerProcess } from "./spawn_backend.ts";
import { Stderr } from "./_stderr.ts";
import { type EndReason, ProcessTransport } from "./_transport.ts";

/** How much of a line that is no message is shown. */
const SHOWN_JUNK = 200;

/** Options for {@linkcode Session}. */
export interface SessionOptions {
  readonly process: ServerProcess;
  /** Values that must not be shown. */
  readonly secrets: readonly string[];
  readonly onLog: (log: McpServerLog) => void;
  /** The most bytes of a message of the server. */
  readonly messageLimit: number;
  /** Whether errors end with what the server wrote to stderr last. */
  readonly quotesStderr: boolean;
}

/** A server's process with its pipes, and what can be said of both. */
export class Session {
  /** How messages call the server. */
  readonly server: string;
  readonly transport: ProcessTransport;
  readonly redact: Redact;
  readonly #onLog: (log: McpServerLog) => void;
  readonly #stderr: Stderr;
  readonly #quotesStderr: boolean;
  /** Resolves when stderr has been read to its end. */
  readonly #stderrRead: Promise<void>;
  #hasSeenJunk = false;

  constructor({ id }: NormalizedMcpServer, options: SessionOptions) {
    const { process, secrets, onLog, messageLimit, quotesStderr } = options;
    this.server = `MCP server "${id}"`;
    this.redact = createRedactor(secrets);
    this.#onLog = onLog;
    this.#quotesStderr = quotesStderr;
    this.#stderr = new Stderr(this.redact, (text) => this.#log({ source: "stderr", text }));
    this.#stderrRead = this.#stderr.read(process.stderr);
    this.transport = new ProcessTransport(process, {
      limit: messageLimit,
      onJunk: (line) => this.#noteJunk(line),
      lastWords: this.#stderrRead,
    });
  }

  /**
   * Ends the server.
   *
   * @param grace How long it is given.
   * @returns Resolves when nothing of it is left and all that it wrote has been read. Never rejects.
   */
  async end(grace: Grace): Promise<void> {
    await this.transport.end(grace);
    await this.#stderrRead;
  }

  /** Tells something that is no failure. */
  remark(text: string): void {
    this.#log({ source: "connection", text: this.redact(text) });
  }

  /**
   * Makes the error for a connection that is over.
   *
   * @param action What was attempted, such as `Cannot connect to MCP server "files"`.
   * @returns `server_exited` or `closed`.
   */
  explainEnd(action: string): McpServerError {
    const end = this.transport.endReason ?? { kind: "closed" };
    if (end.kind === "closed") return new McpServerError("closed", `${action}: the connection is closed`);
    const message = `${action}: ${describe(end)}${this.stderrTail()}`;
    return new McpServerError("server_exited", message, end.kind === "exited" ? {} : { reason: end.kind });
  }

  /** What a message says at its end of what the server wrote to stderr; empty when that is nothing. */
  stderrTail(): string {
    const { tail } = this.#stderr;
    return tail === "" || !this.#quotesStderr ? "" : `. The end of its stderr:\n${tail}`;
  }

  /** A listener that fails must not stop the reading: the server would wait for ever with its pipes full. */
  #log(log: McpServerLog): void {
    try {
      this.#onLog(log);
    } catch {
      // It is the listener's.
    }
  }

  /** A server that prints does it often: only the first time is worth a remark. */
  #noteJunk(line: string): void {
    if (this.#hasSeenJunk) return;
    this.#hasSeenJunk = true;
    const shown = this.redact(line).slice(0, SHOWN_JUNK);
    this.remark(`${this.server} writes to stdout what is no message, which is skipped: ${shown}`);
  }
}

function describe(end: Exclude<EndReason, { readonly kind: "closed" }>): string {
  switch (end.kind) {
    case "exited": {
      const { code, signal } = end.status;
      return signal === null ? `the server exited with code ${code}` : `the server was ended by ${signal}`;
    }
    case "output_closed":
      return "the server closed its stdout";
    case "input_closed":
      return "the server reads no more";
  }
}
