/** How much a page may hold. */
export interface PageLimits {
  /** The most entries. */
  readonly limit: number;
  /** The most bytes, unless a single entry has more. */
  readonly bytes: number;
}

/**
 * Cuts a page off: as many entries as fit, at least one.
 *
 * @param entries What there is, with the bytes of each; one more than the limit tells that there is more.
 * @param limits How much a page may hold.
 * @returns What is on the page, and whether nothing comes after it.
 */
export function takePage<T extends { readonly size: number }>(
  entries: readonly T[],
  { limit, bytes }: PageLimits,
): { taken: readonly T[]; isLast: boolean } {
  let total = 0;
  let count = 0;
  for (const { size } of entries.slice(0, limit)) {
    total += size;
    if (count > 0 && total > bytes) break;
    count++;
  }
  return { taken: entries.slice(0, count), isLast: count === entries.length };
}
