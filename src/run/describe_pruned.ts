import type { PruneReport } from "./prune_data.ts";

/**
 * Says that runs were removed without anybody asking for it.
 *
 * @param report What was removed, if anything was.
 * @returns A line; undefined where only what can be made again is gone.
 */
export function describePruned(report: PruneReport | undefined): string | undefined {
  const count = Math.max(report?.runs.count ?? 0, report?.createdFiles.count ?? 0);
  if (count === 0) return undefined;
  return `removed ${
    count === 1 ? "a run" : `${count} runs`
  } that ended more than 180 days ago, with the files that ` +
    `${count === 1 ? "it" : "they"} made in the data dir\n`;
}
