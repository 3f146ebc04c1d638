import { join } from "@std/path";
import { openKvStore } from "../kv/kv_store.ts";
import { changedAt } from "./list_old.ts";

/** What {@linkcode pruneKv} goes by. */
export interface PruneKvOptions {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Whether nothing is removed. */
  readonly isDryRun: boolean;
}

/**
 * Removes the entries of a KV store that have expired. A store that is not there is not made.
 *
 * @param dir The store's folder.
 * @param options The time.
 * @returns How many there were.
 * @throws {WorkflowError} `store_failed`, naming the store.
 */
export function pruneKv(dir: string, { now, isDryRun }: PruneKvOptions): number {
  if (changedAt(join(dir, "kv.sqlite")) === Infinity) return 0;
  using kv = openKvStore(dir, { now: () => now });
  return isDryRun ? kv.countExpired() : kv.prune();
}
