/** The folders (and files) of src, highest first: each may import its own rank and those below. */
const RANKS: readonly (readonly string[])[] = [
  ["cli", "desktop", "library"],
  ["mcp"],
  ["run"],
  ["auth", "connector", "project", "store", "params"],
  ["core", "errors", "streams"],
];

/**
 * The rank of a part of src.
 *
 * @param part Such as `mcp`.
 * @returns 0 for the lowest; `undefined` if it has none.
 */
export function rankOf(part: string): number | undefined {
  const index = RANKS.findIndex((parts) => parts.includes(part));
  return index < 0 ? undefined : RANKS.length - 1 - index;
}
