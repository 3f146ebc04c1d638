/** A time limit and a signal from outside, as one signal. */
export class Deadline {
  readonly #ms: number;
  readonly #outer: AbortSignal | undefined;
  readonly #controller = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #hasExpired = false;

  /**
   * @param ms The limit in milliseconds, from now.
   * @param outer Aborts it before.
   */
  constructor(ms: number, outer?: AbortSignal) {
    this.#ms = ms;
    this.#outer = outer;
    if (outer?.aborted) this.#heedOuter();
    else outer?.addEventListener("abort", this.#heedOuter);
    this.restart();
  }

  /** Aborts when the time is up, or as the signal from outside does. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Whether the time was up first. */
  get hasExpired(): boolean {
    return this.#hasExpired;
  }

  /** Begins the time anew. */
  restart(): void {
    clearTimeout(this.#timer);
    if (!this.signal.aborted) this.#timer = setTimeout(() => this.#expire(), this.#ms);
  }

  /** Ends the counting. Nothing is aborted any more. */
  end(): void {
    clearTimeout(this.#timer);
    this.#outer?.removeEventListener("abort", this.#heedOuter);
  }

  readonly #heedOuter = (): void => {
    this.end();
    this.#controller.abort(this.#outer?.reason);
  };

  #expire(): void {
    this.end();
    this.#hasExpired = true;
    this.#controller.abort(new Error(`no answer within ${this.#ms} ms`));
  }
}
