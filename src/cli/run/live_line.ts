import { cutToWidth } from "../text_width.ts";

/** How often the line is drawn anew, in milliseconds. */
const INTERVAL_MS = 100;

/** Goes to the line's beginning and wipes it. */
const WIPE = "\r\x1b[K";

/** What a {@linkcode LiveLine} needs. */
export interface LiveLineOptions {
  /** Writes to the terminal. */
  readonly write: (text: string) => void;
  /** The terminal's columns now. */
  readonly columns: () => number;
  /** What the line says now; empty for nothing. */
  readonly render: () => string;
}

/** The last line of a terminal, which changes while what was printed before it stays. */
export class LiveLine implements Disposable {
  readonly #options: LiveLineOptions;
  #timer: ReturnType<typeof setInterval> | undefined;
  #isDrawn = false;

  constructor(options: LiveLineOptions) {
    this.#options = options;
  }

  /** Shows the line from now on. */
  show(): void {
    if (this.#timer !== undefined) return;
    this.#timer = setInterval(() => this.#draw(), INTERVAL_MS);
    this.#draw();
  }

  /** Wipes the line, so that somebody else may write. */
  hide(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#wipe();
  }

  /**
   * Prints something that stays, above the line.
   *
   * @param text The text, with its line breaks.
   */
  print(text: string): void {
    this.#wipe();
    this.#options.write(text);
    if (this.#timer !== undefined) this.#draw();
  }

  [Symbol.dispose](): void {
    this.hide();
  }

  #draw(): void {
    const { write, columns, render } = this.#options;
    // The last column is left free: some terminals begin a new line once it is filled.
    const text = cutToWidth(render(), columns() - 1);
    if (text === "") return this.#wipe();
    write(`${WIPE}${text}`);
    this.#isDrawn = true;
  }

  #wipe(): void {
    if (this.#isDrawn) this.#options.write(WIPE);
    this.#isDrawn = false;
  }
}
