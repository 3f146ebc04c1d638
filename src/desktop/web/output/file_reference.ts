import { basename, isAbsolute } from "@std/path";

/** A file as the output of a run names it. */
export interface FileReference {
  readonly name: string;
  /** Where it says that it is. */
  readonly path: string;
  /** Bytes, where it says so. */
  readonly size?: number;
  /** What the file store knows it by, where it says so. */
  readonly id?: string;
}

const MOST_PATH = 4096;

/**
 * Reads a value that may name a file: an absolute path, or what is left of a `ManagedFile` in JSON.
 *
 * @param value JSON.
 * @returns The file; undefined if it is none.
 */
export function readFileReference(value: unknown): FileReference | undefined {
  if (typeof value === "string") {
    return value.length < MOST_PATH && isAbsolute(value) ? { name: basename(value), path: value } : undefined;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const { id, name, path, size } = value as Readonly<Record<string, unknown>>;
  if (typeof name !== "string" || typeof path !== "string" || typeof size !== "number") return undefined;
  return { name, path, size, ...(typeof id === "string" ? { id } : {}) };
}
