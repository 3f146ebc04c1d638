import { AsyncLocalStorage } from "node:async_hooks";

/** A step that is running. */
export interface Scope {
  /** Its id in the report. */
  readonly id: string;
  /** Its key in the journal. */
  readonly key: string;
}

/** Knows inside which step code runs, and gives steps and questions their keys. */
export class Scopes {
  readonly #current = new AsyncLocalStorage<Scope>();
  readonly #counts = new Map<string, number>();

  /** The step inside which the calling code runs, or undefined. */
  get current(): Scope | undefined {
    return this.#current.getStore();
  }

  /**
   * Makes the key of something that begins now: the keys around it, its id, and which of that id it is there. The same code
   * gives the same keys when it is run again, in whatever order parallel steps come to their turns.
   *
   * @param id The id that the author gave.
   * @param kind What it is; steps and questions of one id do not get in each other's way.
   * @returns The key.
   */
  takeKey(id: string, kind: "step" | "question" = "step"): string {
    const around = this.current ? `${this.current.key}/` : "";
    // The id's own slashes and numbers are not to be taken for those of keys.
    const base = `${around}${kind === "step" ? "" : "?"}${encodeURIComponent(id)}`;
    const count = (this.#counts.get(base) ?? 0) + 1;
    this.#counts.set(base, count);
    return count === 1 ? base : `${base}#${count}`;
  }

  /** Runs code inside a step. */
  run<T>(scope: Scope, fn: () => T): T {
    return this.#current.run(scope, fn);
  }
}
