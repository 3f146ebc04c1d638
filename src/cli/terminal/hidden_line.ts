/** What a byte does to a {@linkcode HiddenLine}. */
export type LineChange = "more" | "done" | "interrupt" | "end";

/** A line that is typed without being shown, byte for byte: what a terminal does for other lines is done here. */
export class HiddenLine {
  readonly #bytes: number[] = [];
  #escape: "none" | "begun" | "sequence" = "none";

  /** What has been typed. */
  get text(): string {
    return new TextDecoder().decode(new Uint8Array(this.#bytes));
  }

  /**
   * Takes a byte.
   *
   * @param byte What a key sent, or a part of it.
   * @returns `done` for Enter, `interrupt` for Ctrl-C, `end` for Ctrl-D on an empty line.
   */
  push(byte: number): LineChange {
    if (this.#escape !== "none") return this.#passEscape(byte);
    switch (byte) {
      case 0x03:
        return "interrupt";
      case 0x04:
        return this.#bytes.length === 0 ? "end" : "more";
      case 0x08:
      case 0x7f:
        this.#removeLast();
        return "more";
      case 0x0a:
      case 0x0d:
        return "done";
      case 0x15: // Ctrl-U
        this.#bytes.length = 0;
        return "more";
      case 0x1b:
        this.#escape = "begun";
        return "more";
      default:
        if (byte >= 0x20 || byte === 0x09) this.#bytes.push(byte);
        return "more";
    }
  }

  /** Arrow keys and the like send `ESC [ A`, `ESC O P`, `ESC [ 3 ~`. */
  #passEscape(byte: number): LineChange {
    const isBegun = this.#escape === "begun";
    if (isBegun && (byte === 0x5b || byte === 0x4f)) this.#escape = "sequence";
    else if (isBegun || (byte >= 0x40 && byte <= 0x7e)) this.#escape = "none";
    return "more";
  }

  /** A character is a byte that begins it and those that go on with it, `10xxxxxx` in bits. */
  #removeLast(): void {
    while (((this.#bytes.pop() ?? 0) & 0xc0) === 0x80);
  }
}
