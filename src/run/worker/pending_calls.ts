import { reviveError, type SerializedError } from "../../errors.ts";

/** How a call ended. */
export type CallResult =
  | { readonly id: number; readonly ok: true; readonly result: unknown }
  | { readonly id: number; readonly ok: false; readonly error: SerializedError };

/** Calls of a run to what is outside its worker, until each is answered. */
export class PendingCalls {
  readonly #pending = new Map<number, PromiseWithResolvers<unknown>>();
  #lastId = 0;

  /**
   * Makes a call.
   *
   * @param send Sends it under the id that it is given; when it throws, nothing waits.
   * @returns The call's id and its result.
   */
  open(send: (id: number) => void): { readonly id: number; readonly result: Promise<unknown> } {
    const id = ++this.#lastId;
    send(id);
    const pending = Promise.withResolvers<unknown>();
    this.#pending.set(id, pending);
    return { id, result: pending.promise };
  }

  /** Takes in an answer; one to a call that was given up is ignored. */
  receive(message: CallResult): void {
    const pending = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    if (message.ok) pending?.resolve(message.result);
    else pending?.reject(reviveError(message.error));
  }

  /** Gives up a call: its result is rejected. */
  giveUp(id: number, reason: unknown): void {
    this.#pending.get(id)?.reject(reason);
    this.#pending.delete(id);
  }
}
