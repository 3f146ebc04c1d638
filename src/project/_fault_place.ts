/**
 * Finds places in JSON. This module loads a parser that knows them, so it is itself only imported when something is wrong.
 *
 * @module
 */
import { findNodeAtLocation, parseTree } from "jsonc-parser";

/** A place in a text; both numbers count from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/**
 * Finds where a part of a JSON text is.
 *
 * @param text The text; valid JSON.
 * @param path The part: names and places in lists, from the top.
 * @returns Its place; that of the innermost part that is there where it is not.
 */
export function findPlace(text: string, path: readonly (string | number)[]): Place {
  const tree = parseTree(text);
  let offset = 0;
  for (let length = 0; tree && length <= path.length; length++) {
    const node = findNodeAtLocation(tree, path.slice(0, length));
    if (node === undefined) break;
    // Of a member of an object the name, where the eye looks for it.
    offset = (node.parent?.type === "property" ? node.parent : node).offset;
  }
  const before = text.slice(0, offset).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
