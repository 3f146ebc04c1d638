const LINE_FEED = 0x0a;
const NOTHING = new Uint8Array(0);

/** One line, without its line feed; or what is left of one that was too long to keep. */
export type Line = { readonly bytes: Uint8Array } | { readonly tooLong: true };

/** Cuts a stream of bytes into lines, in time and memory proportional to their length however small the chunks are. */
export class LineSplitter {
  readonly #limit: number;
  /** The beginning of a line whose end has not come yet, in a buffer that doubles as it fills. */
  #buffer = NOTHING;
  #size = 0;
  #skipping = false;

  /**
   * @param limit The most bytes that a line may have. A longer one is reported once and skipped to its end, unread.
   */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /**
   * Takes the next bytes.
   *
   * @param chunk Any part of the stream. The lines may be views of it.
   * @returns The lines that it completes, in order.
   */
  push(chunk: Uint8Array): Line[] {
    const lines: Line[] = [];
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      this.#endLine(chunk.subarray(start, end), lines);
      start = end + 1;
    }
    this.#keep(chunk.subarray(start), lines);
    return lines;
  }

  /**
   * Says that the stream has ended.
   *
   * @returns The last line, where it had no line feed.
   */
  end(): Line[] {
    const lines: Line[] = [];
    if (this.#size > 0) this.#endLine(NOTHING, lines);
    return lines;
  }

  #endLine(bytes: Uint8Array, lines: Line[]): void {
    if (this.#size === 0 && !this.#skipping) {
      lines.push(bytes.length > this.#limit ? { tooLong: true } : { bytes });
      return;
    }
    this.#keep(bytes, lines);
    if (!this.#skipping) lines.push({ bytes: this.#buffer.subarray(0, this.#size) });
    this.#skipping = false;
    this.#forget();
  }

  #keep(bytes: Uint8Array, lines: Line[]): void {
    if (this.#skipping) return;
    const size = this.#size + bytes.length;
    if (size > this.#limit) {
      this.#skipping = true;
      this.#forget();
      lines.push({ tooLong: true });
      return;
    }
    if (size > this.#buffer.length) {
      const larger = new Uint8Array(Math.max(size, 2 * this.#buffer.length));
      larger.set(this.#buffer.subarray(0, this.#size));
      this.#buffer = larger;
    }
    this.#buffer.set(bytes, this.#size);
    this.#size = size;
  }

  #forget(): void {
    this.#buffer = NOTHING;
    this.#size = 0;
  }
}
