/** How long a worker is kept while its run waits, in milliseconds; then the journal goes on. */
const WAITING_MS = 10 * 60 * 1000;
/** How many workers are kept while their runs wait; the one that waits longest makes room. */
const MOST_WAITING = 16;

/** The runs whose workers wait here, for as long as their workers are kept. */
export class WaitingRuns {
  readonly #onOver: (runId: string) => void;
  /** The longest first, with the timers that end their workers. */
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();

  /** @param onOver Called when the worker of a run is kept no longer. */
  constructor(onOver: (runId: string) => void) {
    this.#onOver = onOver;
  }

  /** The ids of the runs. */
  get ids(): readonly string[] {
    return [...this.#timers.keys()];
  }

  /** Keeps the worker of a run that waits from now on. */
  add(runId: string): void {
    const [longest] = this.#timers.keys();
    if (this.#timers.size >= MOST_WAITING && longest !== undefined) this.#end(longest);
    this.#timers.set(runId, setTimeout(() => this.#end(runId), WAITING_MS));
  }

  /** Notes that a run waits no longer. */
  remove(runId: string): void {
    clearTimeout(this.#timers.get(runId));
    this.#timers.delete(runId);
  }

  #end(runId: string): void {
    this.remove(runId);
    this.#onOver(runId);
  }
}
