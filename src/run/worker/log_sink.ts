import type { LogStream, RunEvent } from "../protocol.ts";

/** How many characters of log one run may write before the rest is left out. */
const LOG_LIMIT = 8 * 1024 * 1024;

/** Where everything that project code prints goes: one log event per write, in order. */
export class LogSink {
  readonly #post: (event: RunEvent) => void;
  readonly #now: () => number;
  readonly #currentNode: () => string | null;
  #room = LOG_LIMIT;

  /**
   * @param post Sends the event to the executor.
   * @param options `now` gives the time in milliseconds, `currentNode` the step that is running, if any.
   */
  constructor(
    post: (event: RunEvent) => void,
    options: { readonly now: () => number; readonly currentNode: () => string | null },
  ) {
    this.#post = post;
    this.#now = options.now;
    this.#currentNode = options.currentNode;
  }

  /**
   * Writes text to the run's log. Past {@linkcode LOG_LIMIT} a last line says so, and nothing more is written.
   *
   * @param stream Where the text came from.
   * @param text The text, with or without a line break at its end.
   */
  write(stream: LogStream, text: string): void {
    if (this.#room <= 0 || text === "") return;
    this.#room -= text.length;
    const kept = this.#room > 0
      ? text
      : `(the log is longer than ${LOG_LIMIT} characters: the rest is left out)\n`;
    this.#post({ type: "log", stream, text: kept, node: this.#currentNode(), at: this.#now() });
  }
}
