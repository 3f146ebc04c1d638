/**
 * Every message between the host, the executor and a run worker, and nothing else.
 *
 * Host and executor exchange requests and responses over the rows of {@linkcode ExecutorMethods}, plus notifications
 * from the executor. Executor and run worker exchange the two message unions below, as JSON texts; only what a run asks of
 * a store, which may carry bytes, is sent as it is.
 *
 * @module
 */
import type { McpAnswer } from "../connector/error_data.ts";
import type { McpCallResult, McpTool, NormalizedMcpServer, TokenUsage } from "../core/api.ts";
import type { Answer, InteractionRequest } from "../core/interaction.ts";
import type { ParamValues } from "../core/spec.ts";
import type { SerializedError } from "../errors.ts";
import type { RunFiles } from "../store/journal/stored_run.ts";
import type { AnswerRecord, Replay, StepRecord } from "../store/journal/records.ts";
import type { StoreDirs, StoreResult } from "../store/store_protocol.ts";

/** Raised when host and executor of different versions would misunderstand each other. */
export const PROTOCOL_VERSION = 5;

/** Where agents reach models, or why that cannot be told, in words without any path. */
export type ServerAccess =
  | { readonly url: string; /** Never for a worker, a log or a message. */ readonly key?: string }
  | { readonly fault: string };

/** What an executor needs to know of the project before it can start workers. */
export interface ExecutorSetup {
  readonly protocol: number;
  /** The project folder, a real path. */
  readonly projectDir: string;
  /** A folder of this executor's own for scratch folders; it makes it and removes it. */
  readonly scratchRoot: string;
  /** The data dir, in which the journal is. */
  readonly dataDir: string;
  /** The stores of the project. */
  readonly stores: StoreDirs;
  /** The environment granted to runs. */
  readonly env: Readonly<Record<string, string>>;
  /** Absolute real paths that runs may read besides project folder, bundle and scratch folder. */
  readonly read: readonly string[];
  /** Hosts, `name` or `name:port`, that runs may reach. */
  readonly net: readonly string[];
  /** Deno's `sys` names granted besides `hostname` and `osRelease`. */
  readonly sys: readonly string[];
  /** Whether runs must not read the project's `.env`. */
  readonly hidesDotEnv: boolean;
  /** Where agents reach models, for this process alone; absent where nobody has said so. */
  readonly server?: ServerAccess;
  /** The model of agents that name none; absent where the manifest has none. */
  readonly model?: string;
}

/** One run, ready to be executed: arguments are validated, defaults applied, files imported. */
export interface RunRequest {
  readonly runId: string;
  /** The host, as the journal names the owner of its runs. */
  readonly owner: string;
  readonly entrypointId: string;
  /** The values of all params but files. */
  readonly values: ParamValues;
  readonly files: RunFiles;
  /** What was answered while no worker was there to take it. */
  readonly answers: readonly GivenAnswer[];
  /** The MCP servers that the host has connected the run to. @default none */
  readonly mcpServers?: readonly RunMcpServer[];
}

/** An MCP server as a run knows it: how it is started is not the run's business. */
export interface RunMcpServer {
  readonly id: string;
  readonly tools: readonly McpTool[];
}

/** A form that is being filled in, of which the project is to say what it offers. */
export interface ResolveRequest {
  readonly entrypointId: string;
  /** What has been filled in so far. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** An answer on its way to the run that asked. */
export interface GivenAnswer {
  /** The interaction's key. */
  readonly key: string;
  readonly answer: Answer;
  /** The files that its file fields name, imported. */
  readonly files: RunFiles;
}

/** Why a run is ended from outside. */
export type CancelReason = "cancelled" | "timeout";

/** How a run ended by itself. */
export type RunOutcome =
  | { readonly status: "success"; readonly output: unknown }
  | { readonly status: "failed"; readonly error: SerializedError; readonly output?: unknown }
  | { readonly status: "ended"; readonly reason: CancelReason }
  /** Its worker was ended while it waited; the journal goes on from there. */
  | { readonly status: "suspended" };

/** Where a line of a run's log came from. */
export type LogStream = "stdout" | "stderr" | "debug" | "info" | "warn" | "error";

/** What happens inside a run. Times are milliseconds since 1970. */
export type RunEvent =
  | {
    readonly type: "node_started";
    readonly id: string;
    readonly title: string;
    readonly parent: string | null;
    readonly at: number;
  }
  | {
    readonly type: "node_finished";
    readonly id: string;
    readonly at: number;
    readonly attempts: number;
    /** What the last attempt threw; absent for a success. */
    readonly error?: string;
    /** The tokens that it took, for a turn of a model. */
    readonly usage?: TokenUsage;
  }
  | { readonly type: "asked"; readonly request: InteractionRequest; readonly at: number }
  /** The values of secret fields are left out. */
  | { readonly type: "answered"; readonly key: string; readonly answer: Answer; readonly at: number }
  | {
    readonly type: "progress";
    /** 0 to 1. */
    readonly fraction: number;
    readonly message?: string;
    readonly at: number;
  }
  | {
    readonly type: "log";
    readonly stream: LogStream;
    readonly text: string;
    readonly node: string | null;
    readonly at: number;
  };

/** A request to the model server. The executor adds the server's address and key. */
export interface ModelRequest {
  readonly path: "/chat/completions" | "/models";
  /** JSON; with it the request is a POST. */
  readonly body?: string;
}

/** What came of a {@linkcode ModelRequest}. The server's key is masked in it. */
export type ModelResponse =
  | {
    readonly answered: true;
    readonly status: number;
    /** What it said about when to try again. */
    readonly retryAfter?: string;
    readonly body: string;
  }
  /** There was no whole answer. */
  | {
    readonly answered: false;
    /** Says why, as what the model server did. */
    readonly reason: string;
    /** Whether it may be otherwise in a moment. */
    readonly isTransient: boolean;
  };

/**
 * What a run asks of its host, through its executor. A row's params come from a worker and are checked by whoever answers.
 */
export interface HostCallMethods {
  /** Asks the model server. Answered by the executor itself. */
  model: { params: ModelRequest; result: ModelResponse };
  /** Runs an entrypoint of a related project; the call waits for its end. */
  "related.run": { params: RelatedCall; result: { readonly output: unknown } };
  /** Calls a tool of an MCP server. */
  "mcp.call": {
    params: {
      readonly server: string;
      readonly tool: string;
      readonly args: Readonly<Record<string, unknown>>;
    };
    result: McpAnswer<McpCallResult>;
  };
  /** Connects once more to a server that the run has closed; the definition must be the host's own. */
  "mcp.connect": {
    params: { readonly definition: NormalizedMcpServer | undefined };
    result: McpAnswer<RunMcpServer>;
  };
  /** Ends a server before the run ends. */
  "mcp.close": { params: { readonly server: string }; result: McpAnswer<null> };
}

/** A run of a related project, as a run asks for it. */
export interface RelatedCall {
  /** What the caller's manifest calls the project. */
  readonly alias: string;
  readonly entrypointId: string;
  /** Not yet checked; files are absolute paths that the caller may read. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The key of the step of the caller that the run is. */
  readonly key: string;
  /** The id of that step in the report. */
  readonly node: string;
  /** The place of its questions in the order of the caller. */
  readonly order: number;
}

/** A call of a run, as it comes: nothing in it is trusted. */
export interface HostCall {
  readonly method: string;
  readonly params: unknown;
}

/** What a {@linkcode HostCall} comes to. */
export type HostCallResult =
  | { readonly id: number; readonly ok: true; readonly result: unknown }
  | { readonly id: number; readonly ok: false; readonly error: SerializedError };

/** What the host asks of an executor. */
export interface ExecutorMethods {
  /** The first request. The answer carries the executor's protocol version, and the kinds of permission that it still has. */
  open: {
    params: ExecutorSetup;
    result: { readonly protocol: number; readonly permissions: readonly string[] };
  };
  /** Names the bundle, which may still be made while the first worker starts. The second request. */
  load: { params: { readonly bundlePath: string }; result: null };
  /** Loads the bundle in a worker and gives its definition as plain JSON (`parseDefinition` checks it). */
  describe: { params: null; result: { readonly definition: unknown } };
  /** Calls `resolveParams` of an entrypoint in a fresh worker; a success has what it returned as its output. */
  resolve: { params: ResolveRequest; result: RunOutcome };
  /** Executes one run in a fresh worker; its events arrive before the answer. */
  run: { params: RunRequest; result: RunOutcome };
  /** Ends a run; the pending `run` is answered at once with status `ended`. Unknown runs are ignored. */
  cancel: { params: { readonly runId: string; readonly reason: CancelReason }; result: null };
  /** Hands an answer to the run that waits for it; false when it has no worker here. */
  answer: { params: { readonly runId: string } & GivenAnswer; result: boolean };
  /** Ends the worker of a run that waits; its `run` is answered with status `suspended`. */
  suspend: { params: { readonly runId: string }; result: null };
  /** Answers a `host_call`, once. One whose run has ended meanwhile is ignored. */
  host_result: { params: HostCallResult; result: null };
}

/** The name of a row of {@linkcode ExecutorMethods}. */
export type ExecutorMethod = keyof ExecutorMethods;

/** Host to executor. */
export type HostMessage = {
  [M in ExecutorMethod]: {
    readonly type: "request";
    readonly id: number;
    readonly method: M;
    readonly params: ExecutorMethods[M]["params"];
  };
}[ExecutorMethod];

/** Executor to host. */
export type ExecutorMessage =
  | { readonly type: "response"; readonly id: number; readonly ok: true; readonly result: unknown }
  | { readonly type: "response"; readonly id: number; readonly ok: false; readonly error: SerializedError }
  | { readonly type: "event"; readonly runId: string; readonly event: RunEvent }
  /** What the project printed while it was being loaded, outside any run. */
  | { readonly type: "load_log"; readonly text: string }
  /** A run asks, and its journal says so. */
  | { readonly type: "waiting"; readonly runId: string; readonly request: InteractionRequest }
  /** A run asks its host, which answers with `host_result`. The id is the executor's own. */
  | ({ readonly type: "host_call"; readonly runId: string; readonly id: number } & HostCall)
  /** Nobody waits for the answer any more: the run has ended or was suspended, or it gave up the call. */
  | { readonly type: "host_call_abort"; readonly id: number }
  /** A worker could not be ended: this executor takes no new runs and is to be replaced. */
  | { readonly type: "spent" };

/** Executor to run worker. `load` is the first and sent once; of `run` and `resolve` at most one, once. */
export type ToWorker =
  | {
    readonly type: "load";
    readonly bundleUrl: string;
    readonly projectDir: string;
    readonly scratchDir: string;
    readonly env: Readonly<Record<string, string>>;
    /** The model of agents that name none. */
    readonly model?: string;
  }
  | ({ readonly type: "run"; readonly replay: Replay } & RunRequest)
  | ({ readonly type: "resolve" } & ResolveRequest)
  | ({ readonly type: "answer" } & GivenAnswer)
  /** What was to be recorded is in the journal. */
  | { readonly type: "recorded"; readonly order: number }
  /** What a store answers to the `store` of the same id. */
  | { readonly type: "store_result"; readonly id: number; readonly ok: true; readonly result: StoreResult }
  | {
    readonly type: "store_result";
    readonly id: number;
    readonly ok: false;
    readonly error: SerializedError;
  }
  /** What the host answers to the `host_call` of the same id. */
  | ({ readonly type: "host_result" } & HostCallResult)
  /** Aborts the run's signal; the worker answers `cancelled` as soon as its event loop turns. */
  | { readonly type: "cancel"; readonly reason: CancelReason };

/** Run worker to executor. */
export type FromWorker =
  | { readonly type: "loaded"; readonly definition: unknown }
  | { readonly type: "load_failed"; readonly error: SerializedError }
  | { readonly type: "event"; readonly event: RunEvent }
  | { readonly type: "outcome"; readonly outcome: RunOutcome }
  /** A step has ended: the worker waits for `recorded` with its `endOrder`. */
  | { readonly type: "step"; readonly record: StepRecord }
  /** The run asks, and waits for `answer`. */
  | {
    readonly type: "ask";
    readonly request: InteractionRequest;
    readonly startOrder: number;
    readonly askedAt: number;
  }
  /** An answer has arrived: the worker waits for `recorded` with its `endOrder`. */
  | { readonly type: "answer"; readonly record: AnswerRecord }
  /** The run asks something of a store: the worker waits for `store_result` with its id. The only message that is no text. */
  | { readonly type: "store"; readonly id: number; readonly method: string; readonly params: unknown }
  /** The run asks its host, and waits for `host_result` with its id. */
  | ({ readonly type: "host_call"; readonly id: number } & HostCall)
  /** The run gave up a `host_call`. */
  | { readonly type: "host_call_abort"; readonly id: number }
  | { readonly type: "cancelled" };
