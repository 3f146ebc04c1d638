import { join } from "@std/path";
import type { PruneReport } from "./prune_data.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** How long ago a run must have ended to be removed by itself, in milliseconds: 180 days. */
const OLDER_THAN_MS = 180 * DAY_MS;

/** Its time of change tells when it was done last. */
const MARK = ".pruned";

/** Options for {@linkcode pruneDaily}. */
export interface PruneDailyOptions {
  /** Milliseconds since 1970. @default Date.now() */
  readonly now?: number;
  /** Where the folders of executors are. @default the system's */
  readonly tempDir?: string;
}

/**
 * Does what `workflow-code prune` does, for runs that ended half a year ago, once a day at most: so nothing grows for ever though
 * nobody thinks of it. Only what is in the data dir itself is removed, never what is in a folder that a person has named.
 *
 * @param dataDir The data dir; nothing is made where there is none.
 * @param options The time.
 * @returns What was removed; undefined where it was not time.
 * @throws {WorkflowError} `store_failed`, naming the store.
 */
export async function pruneDaily(
  dataDir: string,
  { now = Date.now(), ...where }: PruneDailyOptions = {},
): Promise<PruneReport | undefined> {
  if (!await isDue(dataDir, now)) return undefined;
  const { pruneData } = await import("./prune_data.ts"); // Seldom needed.
  return await pruneData({ dataDir, olderThan: OLDER_THAN_MS, now, ...where });
}

/** Says so first: of several processes one does it, and a failure is not repeated with every run. */
async function isDue(dataDir: string, now: number): Promise<boolean> {
  const mark = join(dataDir, MARK);
  try {
    const { mtime } = await Deno.stat(mark);
    if (mtime && now - mtime.getTime() < DAY_MS) return false;
    await Deno.utime(mark, now / 1000, now / 1000);
    return true;
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) return false;
  }
  try {
    await Deno.writeTextFile(mark, "", { createNew: true, mode: 0o600 });
    return true;
  } catch {
    return false; // There is no data dir, or it cannot be written, which others will say.
  }
}
