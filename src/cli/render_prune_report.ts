import type { PruneReport } from "../run/prune_data.ts";
import { toSize } from "./size.ts";

/**
 * Says to people what `prune` came to.
 *
 * @param report What was removed.
 * @param options Whether it only would be.
 * @returns A few lines.
 */
export function renderPruneReport(report: PruneReport, { isDryRun }: { readonly isDryRun: boolean }): string {
  const rows: readonly (readonly [count: number, one: string, many: string, bytes: number])[] = [
    [report.runs.count, "run that ended", "runs that ended", report.runs.bytes],
    [
      report.createdFiles.count,
      "folder with what a run made",
      "folders with what runs made",
      report.createdFiles.bytes,
    ],
    [report.importedFiles.count, "imported file", "imported files", report.importedFiles.bytes],
    [
      report.bundles.count,
      "bundle or part of the cache",
      "bundles and other parts of the cache",
      report.bundles.bytes,
    ],
    [report.kvEntries, "expired entry of ctx.kv", "expired entries of ctx.kv", 0],
    [
      report.leftovers.count,
      "leftover of a killed process",
      "leftovers of killed processes",
      report.leftovers.bytes,
    ],
  ];
  const shown = rows.filter(([count]) => count > 0);
  if (shown.length === 0) return "There is nothing to remove\n";
  const width = Math.max(...shown.map(([count]) => String(count).length));
  const lines = shown.map(([count, one, many, bytes]) => {
    const size = bytes > 0 ? `, ${toSize(bytes)}` : "";
    return `  ${String(count).padStart(width)}  ${count === 1 ? one : many}${size}\n`;
  });
  const head = isDryRun ? "Would remove" : "Removed";
  return `${head} ${toSize(report.bytes)}:\n${lines.join("")}`;
}
