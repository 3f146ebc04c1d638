import { basename, join } from "@std/path";
import { toStoreError } from "../store_error.ts";
import { changedAt, listOld } from "./list_old.ts";
import type { Remover } from "./remover.ts";

/** What {@linkcode pruneImportedFiles} goes by. */
export interface PruneImportedFilesOptions {
  /** The ids of the files that some run needs. */
  readonly inUse: ReadonlySet<string>;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** How long ago a file must have been imported, in milliseconds: a run may be about to begin with a younger one. */
  readonly olderThan: number;
  readonly remover: Remover;
}

/**
 * Removes imported files that no run needs, and what imports that were killed have left.
 *
 * @param storeDir The file store.
 * @param options What is needed.
 * @throws {WorkflowError} `store_failed`, naming the store.
 */
export async function pruneImportedFiles(
  storeDir: string,
  { inUse, now, olderThan, remover }: PruneImportedFilesOptions,
): Promise<void> {
  try {
    for (const path of listOld(join(storeDir, "incoming"), { now, olderThan })) await remover.remove(path);
    for (const folder of listOld(storeDir, { now, olderThan: -Infinity, name: /^[0-9a-f]{2}$/ })) {
      for (const path of listOld(folder, { now, olderThan, name: /^[0-9a-f]{64}(\.[0-9a-f-]{36})?$/ })) {
        if (inUse.has(basename(path))) continue;
        // One that is imported once more is put in its place anew, and so is young again.
        await remover.remove(path, (aside) => now - changedAt(aside) <= olderThan);
      }
    }
  } catch (error) {
    throw toStoreError(`remove what is not needed from the file store at ${storeDir}`, error);
  }
}
