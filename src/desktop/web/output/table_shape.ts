/** Wider or more uneven lists are no tables. */
const MOST_COLUMNS = 12;
const MOST_LOOKED_AT = 200;
/** How much of a table may be empty. */
const MOST_EMPTY = 0.6;

/** A row of a table. */
export type TableRow = Readonly<Record<string, unknown>>;

/**
 * Tells whether a list reads best as a table: objects that have much the same keys, and nothing large in them.
 *
 * @param items The list.
 * @returns The columns, in the order in which they come up; undefined if it is no table.
 */
export function toColumns(items: readonly unknown[]): readonly string[] | undefined {
  const rows = items.slice(0, MOST_LOOKED_AT);
  if (rows.length === 0 || !rows.every(isFlatObject)) return undefined;
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  if (columns.length === 0 || columns.length > MOST_COLUMNS) return undefined;
  const cells = rows.reduce((sum, row) => sum + Object.keys(row).length, 0);
  return cells / (columns.length * rows.length) < 1 - MOST_EMPTY ? undefined : columns;
}

function isFlatObject(value: unknown): value is TableRow {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((cell) => isSmall(cell));
}

function isSmall(value: unknown): boolean {
  if (Array.isArray(value)) {
    return value.length <= 8 && value.every((item) => typeof item !== "object" || item === null);
  }
  return typeof value !== "object" || value === null;
}
