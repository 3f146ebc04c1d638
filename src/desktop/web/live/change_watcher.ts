/** How often the database is looked at, in milliseconds. */
const EVERY_MS = 80;

/** What {@linkcode ChangeWatcher} watches. */
export interface ChangeWatcherOptions {
  /** A number that differs whenever something has changed. */
  readonly changeCount: () => number;
  /** Told once if that cannot be read. */
  readonly onFault: (error: unknown) => void;
}

/** Tells whoever listens that something has changed, in whatever process. It looks only while somebody listens. */
export class ChangeWatcher {
  readonly #options: ChangeWatcherOptions;
  readonly #listeners = new Set<() => void>();
  #timer: ReturnType<typeof setInterval> | undefined;
  #seen: number | undefined;
  #hasFailed = false;

  constructor(options: ChangeWatcherOptions) {
    this.#options = options;
  }

  /**
   * Listens for changes.
   *
   * @param listener Called for each change, or several at once.
   * @returns Ends it when it is disposed of.
   */
  listen(listener: () => void): Disposable {
    this.#listeners.add(listener);
    if (this.#timer === undefined) {
      this.#seen = this.#look();
      this.#timer = setInterval(() => this.#check(), EVERY_MS);
    }
    return { [Symbol.dispose]: () => this.#leave(listener) };
  }

  #check(): void {
    const count = this.#look();
    if (count === undefined || count === this.#seen) return;
    this.#seen = count;
    for (const listener of [...this.#listeners]) listener();
  }

  /** A database that cannot be read for the moment is looked at again. */
  #look(): number | undefined {
    try {
      const count = this.#options.changeCount();
      this.#hasFailed = false;
      return count;
    } catch (error) {
      if (!this.#hasFailed) this.#options.onFault(error);
      this.#hasFailed = true;
      return undefined;
    }
  }

  #leave(listener: () => void): void {
    this.#listeners.delete(listener);
    if (this.#listeners.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
