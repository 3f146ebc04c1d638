/** A time limit that stands still while a run waits for a person. */
export class WorkingTime {
  readonly #onExpired: () => void;
  #left: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #startedAt = 0;

  /**
   * @param limit Milliseconds.
   * @param onExpired Called when the time is up.
   */
  constructor(limit: number, onExpired: () => void) {
    this.#left = limit;
    this.#onExpired = onExpired;
  }

  /** Lets the time run; it may run already. */
  start(): void {
    if (this.#timer !== undefined) return;
    this.#startedAt = performance.now();
    this.#timer = setTimeout(this.#onExpired, Math.max(0, this.#left));
  }

  /** Lets the time stand still. */
  stop(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#left -= performance.now() - this.#startedAt;
  }
}
