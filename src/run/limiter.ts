import type { Places } from "./places.ts";

/** Lets a number of holders in at a time; the rest wait in the order in which they came. */
export class Limiter implements Places {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  /** @param places How many may hold a place at a time, at least 1. */
  constructor(places: number) {
    this.#free = places;
  }

  async enter(signal: AbortSignal): Promise<Disposable> {
    signal.throwIfAborted();
    if (this.#free > 0) {
      this.#free--;
    } else {
      const turn = Promise.withResolvers<void>();
      const onAbort = () => {
        const place = this.#waiting.indexOf(turn.resolve);
        if (place >= 0) this.#waiting.splice(place, 1);
        turn.reject(signal.reason);
      };
      this.#waiting.push(turn.resolve);
      signal.addEventListener("abort", onAbort, { once: true });
      try {
        await turn.promise;
      } finally {
        signal.removeEventListener("abort", onAbort);
      }
    }
    return { [Symbol.dispose]: () => this.#leave() };
  }

  #leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free++;
  }
}
