// deno-lint-ignore-file no-console -- a bench prints its table

/** One line of the table: many times in milliseconds, or one figure. */
export type Row =
  | { readonly name: string; readonly times: readonly number[]; readonly base?: number }
  | { readonly name: string; readonly figure: number };

/** Prints the table: minimum, median, 99th percentile and maximum, and the median's ratio to the base. */
export function printRows(rows: readonly Row[]): void {
  console.log(
    `${"".padEnd(52)}${["min", "p50", "p99", "max", "ratio"].map((head) => head.padStart(9)).join("")}`,
  );
  for (const row of rows) {
    const cells = "figure" in row
      ? [row.figure]
      : [quantile(row.times, 0), median(row.times), quantile(row.times, 0.99)];
    const more = "figure" in row
      ? []
      : [quantile(row.times, 1), ...(row.base ? [median(row.times) / row.base] : [])];
    console.log(
      `${row.name.padEnd(52)}${[...cells, ...more].map((cell) => cell.toFixed(1).padStart(9)).join("")}`,
    );
  }
}

/** The value in the middle. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? NaN;
}
