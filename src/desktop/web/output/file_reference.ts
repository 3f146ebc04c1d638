/** A file as a run hands it on: what is left of a `ManagedFile` in JSON. */
export interface FileReference {
  /** The SHA-256 of its content, in hexadecimal digits. */
  readonly id: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Where it says that it is. */
  readonly path: string;
}

/**
 * Reads a value that may be a file.
 *
 * @param value JSON.
 * @returns The file; undefined if it is none.
 */
export function readFileReference(value: unknown): FileReference | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const { id, name, size, path } = value as Readonly<Record<string, unknown>>;
  const isFile = typeof id === "string" && /^[0-9a-f]{64}$/.test(id) && typeof name === "string" &&
    typeof size === "number" && typeof path === "string";
  return isFile ? { id, name, size, path } : undefined;
}
