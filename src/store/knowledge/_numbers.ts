/** How many documents a collection can number: 2^32. There can be 2^21 collections. */
const SIZE = 2 ** 32;

/**
 * The numbers that the documents of a collection have: a stretch of its own, since FTS5 looks at such a stretch alone.
 *
 * @param collection The collection's own number, from 1.
 * @returns What no document has, and the last.
 */
export function numbersOf(collection: number): { readonly first: number; readonly last: number } {
  return { first: collection * SIZE, last: (collection + 1) * SIZE - 1 };
}
