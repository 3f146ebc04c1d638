import type { PruneReport } from "./prune_data.ts";

/**
 * Says that runs were removed without anybody asking for it, and what could not be.
 *
 * @param report What was removed, if anything was.
 * @returns Lines; undefined where only what can be made again is gone.
 */
export function describePruned(report: PruneReport | undefined): string | undefined {
  const failures = report?.failures.map((failure) => `${failure}\n`).join("") ?? "";
  const count = Math.max(report?.runs.count ?? 0, report?.createdFiles.count ?? 0);
  if (count === 0) return failures === "" ? undefined : failures;
  return `${failures}removed ${
    count === 1 ? "a run" : `${count} runs`
  } that ended more than 180 days ago, with the files that ` +
    `${count === 1 ? "it" : "they"} made in the data dir\n`;
}
