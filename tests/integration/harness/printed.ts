/** Collects the text of a stream while it comes. */
export class Printed {
  #text = "";
  #ended = false;
  #news = Promise.withResolvers<void>();
  /** Resolves with everything when the stream has ended. */
  readonly whole: Promise<string>;

  /** @param stream Such as a child's stderr. */
  constructor(stream: ReadableStream<Uint8Array>) {
    this.whole = this.#collect(stream);
  }

  /** What has come so far. */
  get text(): string {
    return this.#text;
  }

  /**
   * Waits until the text has a match.
   *
   * @param pattern What to look for.
   * @returns The match.
   */
  async until(pattern: RegExp): Promise<RegExpExecArray> {
    while (true) {
      const match = pattern.exec(this.#text);
      if (match) return match;
      if (this.#ended) throw new Error(`It never printed ${pattern}, only: ${this.#text}`);
      await this.#news.promise;
    }
  }

  async #collect(stream: ReadableStream<Uint8Array>): Promise<string> {
    const decoder = new TextDecoder();
    for await (const chunk of stream) this.#add(decoder.decode(chunk, { stream: true }));
    this.#ended = true;
    this.#add("");
    return this.#text;
  }

  #add(text: string): void {
    this.#text += text;
    this.#news.resolve();
    this.#news = Promise.withResolvers();
  }
}
