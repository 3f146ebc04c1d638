import { WorkflowError } from "../../errors.ts";
import { CallBudget } from "../call_budget.ts";
import type { FromWorker, HostCallMethods, ToWorker } from "../protocol.ts";
import { CallQueue } from "./call_queue.ts";
import { PendingCalls } from "./pending_calls.ts";
import { stringifyMessage } from "./stringify_message.ts";

/** What a run asks of its host, until it has answered. */
export class HostCalls {
  readonly #post: (message: FromWorker) => void;
  readonly #calls = new PendingCalls();
  readonly #queue = new CallQueue();

  /** @param post Sends a message to the executor. */
  constructor(post: (message: FromWorker) => void) {
    this.#post = post;
  }

  /**
   * Asks something of the host, as soon as there is room for it.
   *
   * @param method A row of {@linkcode HostCallMethods}.
   * @param params Its params, JSON.
   * @param signal Gives the call up when it aborts.
   * @returns Its result.
   * @throws {WorkflowError} What the host says, `run_failed` if the params are too long; the signal's reason when it aborts.
   */
  async call<M extends keyof HostCallMethods & string>(
    method: M,
    params: ParamsOf<M>,
    signal?: AbortSignal,
  ): Promise<ResultOf<M>> {
    signal?.throwIfAborted();
    const size = stringifyMessage({ params }).length;
    if (size > CallBudget.longest) throw tooLong(size);
    using _place = await this.#queue.enter(size, signal);
    signal?.throwIfAborted(); // It may have been at the very moment in which its turn came.
    const { id, result } = this.#calls.open((id) => this.#post({ type: "host_call", id, method, params }));
    const giveUp = () => {
      this.#post({ type: "host_call_abort", id });
      this.#calls.giveUp(id, signal?.reason);
    };
    signal?.addEventListener("abort", giveUp, { once: true });
    try {
      // The host answers with what the method gives.
      return await result as ResultOf<M>;
    } finally {
      signal?.removeEventListener("abort", giveUp);
    }
  }

  /** Takes in an answer. */
  receive(message: Extract<ToWorker, { type: "host_result" }>): void {
    this.#calls.receive(message);
  }
}

function tooLong(size: number): WorkflowError {
  return new WorkflowError(
    "run_failed",
    `Cannot hand on what takes ${size} characters of JSON: expected at most ${CallBudget.longest}; what is larger is ` +
      "better handed on as a file",
  );
}

type ParamsOf<M extends keyof HostCallMethods> = HostCallMethods[M] extends { readonly params: infer P } ? P
  : never;
type ResultOf<M extends keyof HostCallMethods> = HostCallMethods[M] extends { readonly result: infer R } ? R
  : never;
