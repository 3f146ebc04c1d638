/** A document of a collection. */
export interface StoredDocument {
  /** Unique within its collection. */
  readonly id: string;
  readonly title?: string;
  readonly text: string;
  /** A JSON object. */
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** Some of the documents of a collection. */
export interface DocumentPage {
  /** By id, in the order of their UTF-8 bytes. */
  readonly documents: readonly StoredDocument[];
  /** Leads to the next page; absent on the last. */
  readonly cursor?: string;
}

/** A document that was found. */
export interface DocumentMatch {
  readonly id: string;
  readonly title?: string;
  /** BM25: the greater, the better; to be compared within one search only. */
  readonly score: number;
  /** Where it matches: plain text of at most 240 characters. */
  readonly snippet: string;
}
