import { toMessage, WorkflowError } from "../errors.ts";
import { chooseMethods } from "./choose_methods.ts";
import { ClientRequests } from "./client_requests.ts";
import type { ServerHandlers, ServerIdentity, ToolCall } from "./handlers.ts";
import { isObject } from "./json_object.ts";
import {
  ERROR_CODES,
  type ErrorObject,
  type IncomingMessage,
  isRequestId,
  type NotificationMessage,
  type RequestId,
  type RequestMessage,
} from "./json_rpc.ts";
import { LegacyClient } from "./legacy_client.ts";
import { ProgressReporter } from "./progress_reporter.ts";
import { RpcError, toErrorObject } from "./rpc_error.ts";
import type { StdioTransport } from "./stdio.ts";

const SHOWN_METHOD_LENGTH = 128;

/** A request that is neither answered nor cancelled. */
interface Pending {
  readonly controller: AbortController;
  readonly progress: ProgressReporter | undefined;
}

type Outcome = { readonly result: object } | { readonly error: ErrorObject };

/** What one client sends, and what it is answered. */
export class Connection {
  readonly #transport: StdioTransport;
  readonly #handlers: ServerHandlers;
  readonly #pending = new Map<RequestId, Pending>();
  readonly #requests: ClientRequests;
  readonly #client: LegacyClient;
  #identity: Promise<ServerIdentity> | undefined;
  #hasAnswered = false;
  #hasEnded = false;
  #idle = Promise.withResolvers<void>();

  /**
   * @param transport Where answers go.
   * @param handlers What is served.
   */
  constructor(transport: StdioTransport, handlers: ServerHandlers) {
    this.#transport = transport;
    this.#handlers = handlers;
    this.#requests = new ClientRequests((message) => this.#transport.send(message));
    this.#client = new LegacyClient(this.#requests);
    this.#idle.resolve();
  }

  /**
   * Takes the next message of the client.
   *
   * @param message What it sent. Requests are served at the same time as each other.
   */
  receive(message: IncomingMessage): void {
    if (this.#hasEnded) return;
    switch (message.kind) {
      case "request":
        void this.#serve(message);
        break;
      case "notification":
        this.#heed(message);
        break;
      case "invalid":
        this.#transport.send({ jsonrpc: "2.0", id: message.id, error: message.error });
        break;
      case "response":
        this.#requests.settle(message);
        break;
    }
  }

  /** Resolves when no request is pending. */
  idle(): Promise<void> {
    return this.#idle.promise;
  }

  /** Gives up what the client was asked: it has closed its side, though it may still read. */
  inputEnded(): void {
    this.#requests.close();
  }

  /** Aborts every request that is pending. Nothing is sent any more. */
  end(): void {
    this.#hasEnded = true;
    // First, so that a run whose form is open is left waiting: the person has not cancelled it.
    this.#requests.close();
    for (const id of [...this.#pending.keys()]) this.#abort(id, "The connection to the client has ended");
  }

  async #serve(request: RequestMessage): Promise<void> {
    const { id } = request;
    if (this.#pending.has(id)) {
      const error = {
        code: ERROR_CODES.invalidRequest,
        message: `A request with the id ${JSON.stringify(id)} is pending`,
      };
      this.#transport.send({ jsonrpc: "2.0", id, error });
      return;
    }
    const pending = { controller: new AbortController(), progress: this.#toProgressReporter(request) };
    if (this.#pending.size === 0) this.#idle = Promise.withResolvers<void>();
    this.#pending.set(id, pending);
    const outcome = await this.#answer(request, pending);
    if (this.#pending.get(id) !== pending) return; // Cancelled: there is no answer at all.
    pending.progress?.finish();
    const sent = this.#send(id, outcome);
    this.#forget(id);
    await sent;
    this.#noteAnswer();
  }

  async #answer(
    request: RequestMessage,
    { controller, progress }: Pending,
  ): Promise<Outcome> {
    try {
      const method = chooseMethods(request).get(request.method);
      if (!method) {
        throw new RpcError(
          ERROR_CODES.methodNotFound,
          `Method not found: ${request.method.slice(0, SHOWN_METHOD_LENGTH)}`,
        );
      }
      this.#identity ??= this.#handlers.identity();
      const identity = await this.#identity;
      const call: ToolCall = {
        signal: controller.signal,
        ...(progress ? { progress: (report) => progress.report(report) } : {}),
      };
      const { params } = request;
      const context = { params, identity, handlers: this.#handlers, call, client: this.#client };
      return { result: await method(context) };
    } catch (error) {
      return { error: toErrorObject(error) };
    }
  }

  #send(id: RequestId, outcome: Outcome): Promise<void> {
    try {
      return this.#transport.send({ jsonrpc: "2.0", id, ...outcome });
    } catch (error) {
      const message = `Internal error: the answer cannot be sent: ${toMessage(error)}`;
      return this.#transport.send({
        jsonrpc: "2.0",
        id,
        error: { code: ERROR_CODES.internalError, message },
      });
    }
  }

  #noteAnswer(): void {
    if (this.#hasAnswered) return;
    this.#hasAnswered = true;
    this.#handlers.onFirstAnswer?.();
  }

  /** Notifications are never answered, and those that are unknown or malformed are ignored. */
  #heed({ method, params }: NotificationMessage): void {
    if (method !== "notifications/cancelled") return;
    const { requestId, reason } = params;
    if (!isRequestId(requestId)) return;
    this.#abort(
      requestId,
      `The client cancelled the call${typeof reason === "string" && reason ? `: ${reason}` : ""}`,
    );
  }

  #abort(id: RequestId, reason: string): void {
    const pending = this.#pending.get(id);
    if (!pending) return;
    pending.progress?.close();
    this.#forget(id);
    pending.controller.abort(new WorkflowError("cancelled", reason));
  }

  #forget(id: RequestId): void {
    this.#pending.delete(id);
    if (this.#pending.size === 0) this.#idle.resolve();
  }

  #toProgressReporter({ params: { _meta: meta } }: RequestMessage): ProgressReporter | undefined {
    const token = isObject(meta) ? meta.progressToken : undefined;
    if (!isRequestId(token)) return undefined;
    return new ProgressReporter({
      token,
      send: (params) => {
        this.#transport.send({ jsonrpc: "2.0", method: "notifications/progress", params });
      },
    });
  }
}
