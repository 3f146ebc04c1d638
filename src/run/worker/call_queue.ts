import { CallBudget } from "../call_budget.ts";

/** A call that waits until there is enough left for it. */
interface Waiting {
  readonly size: number;
  readonly go: () => void;
}

/** Lets calls of a run to its host through as far as they may be there together; the rest wait in their order. */
export class CallQueue {
  readonly #budget = new CallBudget();
  /** By number, from the first on: so that the turn of one among very many costs no more than that of one among few. */
  readonly #waiting = new Map<number, Waiting>();
  #first = 0;
  #last = 0;

  /**
   * Waits until a call may be made.
   *
   * @param size The length of its params, in characters of JSON.
   * @param signal Gives up waiting when it aborts.
   * @returns Makes room for others; `using` does.
   * @throws The signal's reason, if it aborts first.
   */
  async enter(size: number, signal?: AbortSignal): Promise<Disposable> {
    if (this.#waiting.size > 0 || !this.#budget.take(size)) await this.#wait(size, signal);
    return { [Symbol.dispose]: () => this.#leave(size) };
  }

  async #wait(size: number, signal: AbortSignal | undefined): Promise<void> {
    const turn = Promise.withResolvers<void>();
    const number = this.#last++;
    const giveUp = () => {
      if (!this.#waiting.delete(number)) return; // Its turn came just now.
      turn.reject(signal?.reason);
      this.#letIn();
    };
    this.#waiting.set(number, { size, go: turn.resolve });
    signal?.addEventListener("abort", giveUp, { once: true });
    try {
      await turn.promise;
    } finally {
      signal?.removeEventListener("abort", giveUp);
    }
  }

  #leave(size: number): void {
    this.#budget.giveBack(size);
    this.#letIn();
  }

  #letIn(): void {
    for (; this.#first < this.#last; this.#first++) {
      const next = this.#waiting.get(this.#first);
      if (!next) continue; // It was given up.
      if (!this.#budget.take(next.size)) return;
      this.#waiting.delete(this.#first);
      next.go();
    }
  }
}
