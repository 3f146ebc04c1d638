import type { StoreMethod, StoreMethods } from "../../store/store_protocol.ts";
import type { FromWorker, ToWorker } from "../protocol.ts";
import { PendingCalls } from "./pending_calls.ts";

/** What a run asks of the stores, until the executor has answered. */
export class StoreCalls {
  readonly #post: (message: FromWorker) => void;
  readonly #calls = new PendingCalls();

  /** @param post Sends a message to the executor. */
  constructor(post: (message: FromWorker) => void) {
    this.#post = post;
  }

  /**
   * Asks something of the project's stores.
   *
   * @param method What.
   * @param params What the method takes.
   * @returns What the method gives.
   * @throws {WorkflowError} What the store says, as a rule `store_failed`.
   */
  async call<M extends StoreMethod>(
    method: M,
    params: StoreMethods[M]["params"],
  ): Promise<StoreMethods[M]["result"]> {
    const { result } = this.#calls.open((id) => this.#post({ type: "store", id, method, params }));
    // The executor answers with what the method gives.
    return await result as StoreMethods[M]["result"];
  }

  /** Takes in an answer. */
  receive(message: Extract<ToWorker, { type: "store_result" }>): void {
    this.#calls.receive(message);
  }
}
