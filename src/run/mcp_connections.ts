import type { McpServerLog, NormalizedMcpServer } from "../core/api.ts";
import { WorkflowError } from "../errors.ts";
import { McpServerError } from "../connector/mcp_server_error.ts";
import { WorkerConnection } from "../connector/worker_connection.ts";
import type { RunEvent, RunMcpServer } from "./protocol.ts";

/** Options for {@linkcode McpConnections}. */
export interface McpConnectionsOptions {
  /** The servers that every run gets. */
  readonly servers: Promise<readonly NormalizedMcpServer[]>;
  /** Takes what a server writes to stderr, and what is to be said of it: it is in the log of the run that it was started for. */
  readonly onLog: (runId: string, event: Extract<RunEvent, { type: "log" }>) => void;
}

/** The connections of all runs of a host to MCP servers: one per server and run, opened before the run and closed behind it. */
export class McpConnections {
  readonly #options: McpConnectionsOptions;
  readonly #runs = new Map<string, Map<string, WorkerConnection>>();
  /** What is being closed of runs. */
  readonly #closing = new Map<string, Promise<unknown>>();
  readonly #alive = new Set<WorkerConnection>();
  #isClosed = false;

  constructor(options: McpConnectionsOptions) {
    this.#options = options;
    options.servers.catch(() => {}); // Whoever opens a run is told.
  }

  /** The servers that every run gets. */
  get servers(): Promise<readonly NormalizedMcpServer[]> {
    return this.#options.servers;
  }

  /**
   * Connects to all servers at once. Nothing is left of them when one fails or the run is cancelled meanwhile.
   *
   * @param runId The run.
   * @param signal Gives it up.
   * @returns The servers with their tools, in the order of the manifest.
   * @throws {WorkflowError} `run_failed` that names the server; the whole reason is in the run's log.
   */
  async open(runId: string, signal: AbortSignal): Promise<readonly RunMcpServer[]> {
    const servers = await this.#options.servers;
    signal.throwIfAborted();
    if (servers.length === 0) return [];
    const aborted = Promise.withResolvers<never>();
    const giveUp = () => aborted.reject(signal.reason);
    signal.addEventListener("abort", giveUp, { once: true });
    try {
      const opened = Promise.all(servers.map((server) => this.connect(runId, server)));
      return await Promise.race([opened, aborted.promise]);
    } catch (error) {
      this.close(runId);
      if (!(error instanceof McpServerError)) throw error;
      throw new WorkflowError("run_failed", toReportMessage(error), { cause: error });
    } finally {
      signal.removeEventListener("abort", giveUp);
    }
  }

  /**
   * Connects a run to one of its servers, unless it is connected already.
   *
   * @param runId The run.
   * @param server One of the servers that the run gets.
   * @returns The server with its tools.
   * @throws {McpServerError} As `connectMcpServer` does.
   */
  async connect(runId: string, server: NormalizedMcpServer): Promise<RunMcpServer> {
    const { id } = server;
    const connections = this.#runs.get(runId) ?? new Map<string, WorkerConnection>();
    this.#runs.set(runId, connections);
    await this.#closing.get(runId); // A server of a run that goes on must not meet the one before.
    const isOver = this.#isClosed || this.#runs.get(runId) !== connections;
    if (isOver) {
      throw new McpServerError("closed", `Cannot connect to MCP server "${id}": the run or its host ends`);
    }
    const connection = connections.get(id) ?? this.#start(runId, server);
    connections.set(id, connection);
    try {
      return { id, tools: await connection.opened };
    } catch (error) {
      // One that is let go because of another's failure has nothing to say.
      if (error instanceof McpServerError && this.find(runId, id) === connection) {
        this.#log(runId, id, { source: "connection", text: error.message });
      }
      if (connections.get(id) === connection) connections.delete(id);
      void this.#close(runId, [connection]);
      throw error;
    }
  }

  /** The open connection of a run to a server. */
  find(runId: string, server: string): WorkerConnection | undefined {
    return this.#runs.get(runId)?.get(server);
  }

  /** Whether a run is one that works here. */
  has(runId: string): boolean {
    return this.#runs.has(runId);
  }

  /**
   * Closes one connection of a run before its end.
   *
   * @param runId The run.
   * @param server The server's id.
   * @returns Resolves when nothing of the server is left.
   */
  async disconnect(runId: string, server: string): Promise<void> {
    const connection = this.find(runId, server);
    this.#runs.get(runId)?.delete(server);
    if (connection) await this.#close(runId, [connection]);
  }

  /** Closes all connections of a run that has ended, or waits in its journal. */
  close(runId: string): void {
    const connections = this.#runs.get(runId);
    this.#runs.delete(runId);
    if (connections && connections.size > 0) void this.#close(runId, [...connections.values()]);
  }

  /**
   * Closes everything; nothing is opened any more.
   *
   * @param options Whether servers get the time that they may need to put things away. @default false
   */
  async closeAll({ isPatient = false }: { readonly isPatient?: boolean } = {}): Promise<void> {
    this.#isClosed = true;
    this.#runs.clear();
    await Promise.all([...this.#alive].map((one) => isPatient ? one.close() : one.hurry()));
  }

  #start(runId: string, server: NormalizedMcpServer): WorkerConnection {
    const connection = new WorkerConnection(server, {
      onLog: (log) => this.#log(runId, server.id, log),
    });
    this.#alive.add(connection);
    return connection;
  }

  #log(runId: string, server: string, { source, text }: McpServerLog): void {
    const stream = source === "stderr" ? "stderr" : "warn";
    this.#options.onLog(runId, {
      type: "log",
      stream,
      text: `${server}: ${text}\n`,
      node: null,
      at: Date.now(),
    });
  }

  #close(runId: string, connections: readonly WorkerConnection[]): Promise<unknown> {
    const closed = connections.map((one) => one.close().then(() => this.#alive.delete(one)));
    const before = this.#closing.get(runId);
    const closing: Promise<unknown> = Promise.all([before, ...closed]).then(() => {
      if (this.#closing.get(runId) === closing) this.#closing.delete(runId);
    });
    this.#closing.set(runId, closing);
    return closing;
  }
}

/** Why a program cannot be started names paths of this machine, which are no business of whoever called the run. */
function toReportMessage({ code, message }: McpServerError): string {
  return code === "spawn_failed" ? `${message.replace(/: .*$/s, "")}: see the log of the run` : message;
}
