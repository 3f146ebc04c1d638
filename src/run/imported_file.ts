/** A file in the file store, imported for a run. */
export interface ImportedFile {
  /** Its SHA-256 in hexadecimal digits. */
  readonly id: string;
  /** Its name, without a folder. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly mediaType: string;
  /** Where its content is: in the file store for host and executor, in the run's own folder for the worker. */
  readonly path: string;
}

/** The values of file params or fields by name: an array for a `multiple` one. */
export type ImportedFiles = Readonly<Record<string, ImportedFile | readonly ImportedFile[]>>;
