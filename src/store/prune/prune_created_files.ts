import { CreatedFiles } from "../created_files.ts";
import { toStoreError } from "../store_error.ts";
import { listOld } from "./list_old.ts";
import type { Remover } from "./remover.ts";

/** What {@linkcode pruneCreatedFiles} goes by. */
export interface PruneCreatedFilesOptions {
  /** Tells which of some runs are removed or about to be. */
  readonly removedAmong: (runIds: readonly string[]) => readonly string[];
  /** Milliseconds since 1970. */
  readonly now: number;
  /** How old what is half-written must be, in milliseconds, to be nobody's. */
  readonly abandonedMs: number;
  readonly remover: Remover;
}

/**
 * Removes the files of runs that are no more, and what processes that were killed have left half-written.
 *
 * @param dir The store of created files.
 * @param options Which runs are no more.
 * @throws {WorkflowError} `store_failed`, naming the store.
 */
export async function pruneCreatedFiles(
  dir: string,
  { removedAmong, now, abandonedMs, remover }: PruneCreatedFilesOptions,
): Promise<void> {
  const created = new CreatedFiles(dir);
  try {
    for (const path of listOld(created.incomingDir, { now, olderThan: abandonedMs })) {
      await remover.remove(path);
    }
    for (const runId of removedAmong(created.runs())) await remover.remove(created.folderOf(runId));
  } catch (error) {
    throw toStoreError(`remove what is not needed from the store of created files at ${dir}`, error);
  }
}
