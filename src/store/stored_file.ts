/** A file of the file store, or of the store of created files. */
export interface StoredFile {
  /** Its SHA-256 in hexadecimal digits. */
  readonly id: string;
  /** The name that it was given, without its folder. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Told from the name; `application/octet-stream` when that tells nothing. */
  readonly mediaType: string;
  /** Where its content is kept. */
  readonly path: string;
}
