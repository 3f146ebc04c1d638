import type { McpCallResult, McpServerLog, McpTool, NormalizedMcpServer } from "../core/api.ts";
import { WINDOWS_KEYS } from "./_child_environment.ts";
import { delay, isWithin } from "./_wait.ts";
import type { FromConnector, ToConnector } from "./connector_protocol.ts";
import { type McpAnswer, reviveMcpError } from "./error_data.ts";
import { McpServerError } from "./mcp_server_error.ts";
import { OwnChild } from "./own_child.ts";
import { currentPlatform } from "./platform.ts";

/** How long a worker may take to end its server, in milliseconds: longer than it needs for one that resists. */
const CLOSE_MS = 6_000;

/** How long a server is given when the host ends: until SIGTERM, and from then until SIGKILL, in milliseconds. */
const HURRY = { term: 250, kill: 400 } as const;

/** Options for {@linkcode WorkerConnection}. */
export interface WorkerConnectionOptions {
  /** Takes each line that the server writes to stderr, and each remark. Values of inherited keys are `***` in it. */
  readonly onLog: (log: McpServerLog) => void;
}

/** A connection to an MCP server in a worker of its own, which may do nothing but that. */
export class WorkerConnection {
  readonly id: string;
  /** The server's tools, once it is connected; rejects with why it is not. */
  readonly opened: Promise<readonly McpTool[]>;
  readonly #worker: Worker;
  readonly #onLog: WorkerConnectionOptions["onLog"];
  readonly #opening = Promise.withResolvers<readonly McpTool[]>();
  readonly #closed = Promise.withResolvers<void>();
  readonly #calls = new Map<number, PromiseWithResolvers<McpCallResult>>();
  #child: OwnChild | undefined;
  #lastCall = 0;
  #closing: Promise<void> | undefined;

  /**
   * Starts the worker, and in it the server.
   *
   * @param definition The server, checked.
   * @param options Where its log goes.
   */
  constructor(definition: NormalizedMcpServer, { onLog }: WorkerConnectionOptions) {
    this.id = definition.id;
    this.#onLog = onLog;
    this.opened = this.#opening.promise;
    this.opened.catch(() => {}); // Whoever needs it is told.
    this.#worker = new Worker(new URL("./connector_worker.ts", import.meta.url), {
      type: "module",
      deno: { permissions: toPermissions(definition) },
    });
    this.#worker.addEventListener("message", ({ data }: MessageEvent<FromConnector>) => this.#receive(data));
    this.#worker.addEventListener("messageerror", () => this.#fail("it sent what cannot be read"));
    this.#worker.addEventListener("error", (event) => {
      event.preventDefault(); // Else it would end the host.
      this.#fail(event.message || "no reason given");
    });
    this.#post({ type: "open", definition });
  }

  /**
   * Calls a tool.
   *
   * @param tool The tool's name.
   * @param args Its arguments.
   * @param signal Gives the call up, and tells the server.
   * @returns The answer, also when the tool failed.
   * @throws {McpServerError} As `callTool` of a connection; what `signal` aborted with.
   */
  async call(
    tool: string,
    args: Readonly<Record<string, unknown>>,
    signal?: AbortSignal,
  ): Promise<McpCallResult> {
    signal?.throwIfAborted();
    if (this.#closing) throw this.#closedError();
    const id = ++this.#lastCall;
    const call = Promise.withResolvers<McpCallResult>();
    const giveUp = () => {
      this.#post({ type: "abort", id });
      call.reject(signal?.reason);
    };
    this.#calls.set(id, call);
    signal?.addEventListener("abort", giveUp, { once: true });
    this.#post({ type: "call", id, tool, args });
    try {
      return await call.promise;
    } finally {
      this.#calls.delete(id);
      signal?.removeEventListener("abort", giveUp);
    }
  }

  /**
   * Ends the server with all that it started, and the worker. May be called twice.
   *
   * @returns Resolves when nothing is left. Never rejects.
   */
  close(): Promise<void> {
    return this.#closing ??= this.#close();
  }

  /** Ends the server at once, for a host that ends itself: it is asked, and a moment later forced. */
  async hurry(): Promise<void> {
    const closing = this.close();
    if (await isWithin(closing, HURRY.term)) return;
    await this.#child?.kill("SIGTERM");
    if (await isWithin(closing, HURRY.kill)) return;
    await this.#child?.kill("SIGKILL");
    this.#closed.resolve();
    await closing;
  }

  async #close(): Promise<void> {
    this.#post({ type: "close" });
    await isWithin(this.#closed.promise, CLOSE_MS);
    if (await this.#child?.kill("SIGKILL")) await delay(20);
    this.#worker.terminate();
    this.#rejectAll(this.#closedError());
  }

  #receive(message: FromConnector): void {
    switch (message.type) {
      case "spawned":
        this.#child ??= new OwnChild(message.pid);
        return;
      case "kill":
        void this.#kill(message);
        return;
      case "opened":
        settle(this.#opening, message.answer);
        return;
      case "result": {
        const call = this.#calls.get(message.id);
        if (call) settle(call, message.answer);
        return;
      }
      case "log":
        this.#onLog({ source: message.source, text: message.text });
        return;
      case "broken":
        this.#fail(message.reason);
        return;
      case "closed":
        this.#closed.resolve();
        return;
    }
  }

  async #kill({ id, signal }: Extract<FromConnector, { type: "kill" }>): Promise<void> {
    this.#post({ type: "killed", id, wasThere: await this.#child?.kill(signal) ?? false });
  }

  /** The worker is no more, or makes no sense. */
  #fail(reason: string): void {
    const message = `The connection to MCP server "${this.id}" broke down: ${reason}`;
    this.#rejectAll(new McpServerError("server_exited", message));
    this.#closed.resolve();
    void this.close();
  }

  #rejectAll(error: McpServerError): void {
    this.#opening.reject(error);
    for (const call of this.#calls.values()) call.reject(error);
  }

  #closedError(): McpServerError {
    return new McpServerError("closed", `Cannot call MCP server "${this.id}": the connection is closed`);
  }

  #post(message: ToConnector): void {
    this.#worker.postMessage(message);
  }
}

function settle<T>(pending: PromiseWithResolvers<T>, answer: McpAnswer<T>): void {
  if (answer.ok) pending.resolve(answer.result);
  else pending.reject(reviveMcpError(answer.error));
}

function toPermissions({ command: [program = ""], inheritEnvironment }: NormalizedMcpServer) {
  const needed = currentPlatform() === "windows" ? WINDOWS_KEYS : [];
  const env = [...inheritEnvironment, ...needed];
  return {
    env: env.length > 0 ? env : false,
    run: [program],
    read: false,
    write: false,
    net: false,
    sys: false,
    ffi: false,
    import: false,
  } satisfies Deno.PermissionOptionsObject;
}
