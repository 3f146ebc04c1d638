import { toMessage } from "../errors.ts";
import type { ClientAnswer } from "./elicitation.ts";
import type { OutgoingMessage, RequestId, ResponseMessage } from "./json_rpc.ts";

/** The client's own words may be in it, and those may be as long as it likes. */
const MAX_REASON_LENGTH = 1000;

const GONE: ClientAnswer = { status: "unanswered", reason: "the client has closed the connection" };

/** One request to the client. */
export interface ClientRequest {
  readonly method: string;
  readonly params: object;
  /** Takes the request back; the client is told. */
  readonly signal: AbortSignal;
}

/** What this server asks of its client. There is no time limit: a person may be behind the answer. */
export class ClientRequests {
  readonly #send: (message: OutgoingMessage) => unknown;
  readonly #pending = new Map<RequestId, (answer: ClientAnswer) => void>();
  /** Never 0: clients that are built on the older official SDK do not heed that a request with this id is taken back. */
  #nextId = 1;
  #isClosed = false;

  /** @param send Sends a message; may throw where it cannot be sent. */
  constructor(send: (message: OutgoingMessage) => unknown) {
    this.#send = send;
  }

  /**
   * Asks the client.
   *
   * @param request What is asked.
   * @returns What came back. A client that is gone, or a request too long to be sent, is `unanswered`.
   * @throws The signal's reason, once it is aborted.
   */
  async ask({ method, params, signal }: ClientRequest): Promise<ClientAnswer> {
    if (this.#isClosed) return GONE;
    signal.throwIfAborted();
    const id = this.#nextId++;
    const { promise, resolve, reject } = Promise.withResolvers<ClientAnswer>();
    this.#pending.set(id, resolve);
    const onAbort = () => {
      this.#takeBack(id, toMessage(signal.reason));
      reject(signal.reason);
    };
    signal.addEventListener("abort", onAbort);
    try {
      this.#send({ jsonrpc: "2.0", id, method, params });
      return await promise;
    } catch (error) {
      if (signal.aborted) throw error;
      return { status: "unanswered", reason: toMessage(error) };
    } finally {
      this.#pending.delete(id);
      signal.removeEventListener("abort", onAbort);
    }
  }

  /** Takes in what the client answered. An answer to what was never asked, or was taken back, is dropped. */
  settle({ id, outcome }: ResponseMessage): void {
    if (id === null) return;
    this.#pending.get(id)?.(
      outcome.ok
        ? { status: "answered", result: outcome.result }
        : { status: "unanswered", reason: outcome.message },
    );
    this.#pending.delete(id);
  }

  /** Gives up waiting: nothing more will come from the client. */
  close(): void {
    this.#isClosed = true;
    for (const settle of this.#pending.values()) settle(GONE);
    this.#pending.clear();
  }

  #takeBack(id: RequestId, reason: string): void {
    if (!this.#pending.delete(id)) return;
    const params = { requestId: id, reason: reason.slice(0, MAX_REASON_LENGTH) };
    this.#send({ jsonrpc: "2.0", method: "notifications/cancelled", params });
  }
}
