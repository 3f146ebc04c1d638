import { reviveError } from "../../errors.ts";
import type { StoreMethod, StoreMethods } from "../../store/store_protocol.ts";
import type { FromWorker, ToWorker } from "../protocol.ts";

/** What a run asks of the stores, until the executor has answered. */
export class StoreCalls {
  readonly #post: (message: FromWorker) => void;
  readonly #pending = new Map<number, PromiseWithResolvers<unknown>>();
  #lastId = 0;

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
    const id = ++this.#lastId;
    // Throws when the params cannot be sent: nothing waits then.
    this.#post({ type: "store", id, method, params });
    const pending = Promise.withResolvers<unknown>();
    this.#pending.set(id, pending);
    // The executor answers with what the method gives.
    return await pending.promise as StoreMethods[M]["result"];
  }

  /** Takes in an answer. */
  receive(message: Extract<ToWorker, { type: "store_result" }>): void {
    const pending = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    if (message.ok) pending?.resolve(message.result);
    else pending?.reject(reviveError(message.error));
  }
}
