import { join } from "@std/path";

/** Which entries {@linkcode listOld} lists. */
export interface ListOldOptions {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Milliseconds since an entry was changed. */
  readonly olderThan: number;
  /** What the name must be. @default anything */
  readonly name?: RegExp;
}

/**
 * Lists what has lain in a folder for long.
 *
 * @param dir The folder; one that is not there is empty.
 * @param options How long, and what.
 * @returns Paths.
 */
export function listOld(dir: string, { now, olderThan, name = /^/ }: ListOldOptions): string[] {
  try {
    return Array.from(Deno.readDirSync(dir), (entry) => entry.name)
      .filter((found) => name.test(found))
      .map((found) => join(dir, found))
      .filter((path) => now - changedAt(path) > olderThan);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return [];
    throw error;
  }
}

/**
 * When a file or folder was changed last.
 *
 * @param path Its path.
 * @returns Milliseconds since 1970; infinity where it is gone.
 */
export function changedAt(path: string): number {
  try {
    return Deno.lstatSync(path).mtime?.getTime() ?? 0;
  } catch {
    return Infinity;
  }
}
