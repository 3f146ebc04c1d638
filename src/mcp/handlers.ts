import type { CallRetry, FormChannel, InputRequired } from "./elicitation.ts";
import type { JsonObject } from "./json_object.ts";

/** Who the server says that it is. */
export interface ServerIdentity {
  readonly name: string;
  readonly version: string;
  readonly title?: string;
  /** What a model should know about the server as a whole. */
  readonly instructions?: string;
}

/** A JSON Schema whose root is an object: the only kind that every client takes. */
export interface ObjectSchema {
  readonly type: "object";
}

/** A tool as a client sees it in `tools/list`. */
export interface Tool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema?: ObjectSchema;
  readonly annotations?: {
    readonly title?: string;
    readonly readOnlyHint?: boolean;
    readonly destructiveHint?: boolean;
    readonly idempotentHint?: boolean;
    readonly openWorldHint?: boolean;
  };
}

/** What a call came to, also where it failed. */
export interface ToolResult {
  readonly content: readonly { readonly type: "text"; readonly text: string }[];
  readonly structuredContent?: JsonObject;
  readonly isError?: boolean;
}

/** How far a call has got. */
export interface Progress {
  /** Rises with every report; one that does not is left out. */
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** What belongs to one call of a tool. */
export interface ToolCall {
  /** Aborts when the client cancels the call or the connection ends; whatever the handler then returns goes nowhere. */
  readonly signal: AbortSignal;
  /** Tells the client how far the call has got; undefined where the client did not ask to be told. */
  readonly progress?: (progress: Progress) => void;
  /** How a person can be asked; undefined where the client shows no forms. */
  readonly forms?: FormChannel;
  /** What the client brings where it calls again because of {@linkcode InputRequired}. */
  readonly retry?: CallRetry;
}

/** What is served. One set of handlers serves the clients of every protocol version. */
export interface ServerHandlers {
  /**
   * Says who the server is. The first request waits for it, so it must not wait for the catalog.
   *
   * @throws {WorkflowError} When there is nothing to serve; every request is then answered with the reason.
   */
  identity(): Promise<ServerIdentity>;
  /**
   * Gives the tools, always the same ones in the same order. Called for every `tools/list` and `tools/call`.
   *
   * @throws {WorkflowError} When the tools cannot be known; the request is then answered with the reason.
   */
  listTools(): Promise<readonly Tool[]>;
  /**
   * Calls one of the tools that {@linkcode listTools} gives.
   *
   * @returns What the call came to; {@linkcode InputRequired} only where `call.forms` are to be returned.
   * @throws {RpcError} When what the client brings along with a retry is not what it was given.
   * @throws {WorkflowError} `invalid_arguments` when the arguments do not fit; any other error is a fault of the server.
   */
  callTool(name: string, args: JsonObject, call: ToolCall): Promise<ToolResult | InputRequired>;
  /** Called for a call of a tool that is refused before there is anything to be called: what the client sent, and why. */
  onRefused?(request: JsonObject, error: unknown): void;
  /** Called once, when the first answer to a request is on the wire: what may take long can begin. */
  onFirstAnswer?(): void;
}
