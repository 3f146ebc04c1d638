/** A distance above this is no typing mistake, however long the names are. */
const FARTHEST = 3;

/** Shorter beginnings than this fit too many names. */
const SHORTEST_BEGINNING = 3;

/**
 * Finds the name that was probably meant. Case, `-` and `_` are looked past; otherwise one edit for every three characters
 * is allowed (a swap of neighbours is one edit), or `name` begins a single candidate or is begun by one.
 *
 * @param name The name that was found and is not known.
 * @param candidates The names that are known; of two equally near the first is taken.
 * @returns The nearest candidate as it is written, or `undefined` when none is near.
 *
 * @example
 * ```ts
 * import { nearest } from "./nearest.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(nearest("descripton", ["title", "description"]), "description");
 * assertEquals(nearest("dataDir", ["data-dir"]), "data-dir");
 * assertEquals(nearest("colour", ["title", "description"]), undefined);
 * ```
 */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  const wanted = fold(name);
  let best: { candidate: string; distance: number } | undefined;
  const related: string[] = [];
  for (const candidate of candidates) {
    const folded = fold(candidate);
    if (isBeginning(wanted, folded) || isBeginning(folded, wanted)) related.push(candidate);
    const limit = Math.min(FARTHEST, Math.floor(Math.max(wanted.length, folded.length) / 3));
    // The length alone rules most names out, also one of a megabyte that a client made up.
    if (Math.abs(wanted.length - folded.length) > limit) continue;
    const distance = countEdits(wanted, folded);
    if (distance <= limit && (best === undefined || distance < best.distance)) best = { candidate, distance };
  }
  return best?.candidate ?? (related.length === 1 ? related[0] : undefined);
}

function fold(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, "");
}

function isBeginning(beginning: string, whole: string): boolean {
  return beginning.length >= SHORTEST_BEGINNING && whole.startsWith(beginning);
}

/** The optimal string alignment distance: Levenshtein's, with a swap of neighbours as one edit. */
function countEdits(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const replaced = at(last, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1);
      let edits = Math.min(at(last, column) + 1, at(current, column - 1) + 1, replaced);
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        edits = Math.min(edits, at(beforeLast, column - 2) + 1);
      }
      current.push(edits);
    }
    beforeLast = last;
    last = current;
  }
  return at(last, b.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Infinity;
}
