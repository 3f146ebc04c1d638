import { Limiter } from "../limiter.ts";
import type { Places } from "../places.ts";

/**
 * The places of the runs that one run calls: its own, which it does not need while it waits for them, and those that are
 * free besides. So related runs never wait for a place that only their caller's end would give them.
 */
export class LentPlaces implements Places {
  readonly #own: Places = new Limiter(1);
  readonly #shared: Places;

  /** @param shared The places out of which the caller has its own. */
  constructor(shared: Places) {
    this.#shared = shared;
  }

  async enter(signal: AbortSignal): Promise<Disposable> {
    const taken = new AbortController();
    const stop = AbortSignal.any([signal, taken.signal]);
    const tries = [this.#own, this.#shared].map((places) => places.enter(stop));
    const first = Promise.race(tries);
    for (const one of tries) {
      // The other one may have come at the same moment.
      one.then(
        (place) => first.then((won) => won !== place && giveBack(place), () => giveBack(place)),
        () => {},
      );
    }
    const place = await first;
    taken.abort();
    return place;
  }
}

function giveBack(place: Disposable): void {
  place[Symbol.dispose]();
}
