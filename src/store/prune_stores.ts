import { join } from "@std/path";
import { CreatedFiles } from "./created_files.ts";
import { openKvStore } from "./kv/kv_store.ts";
import { toStoreError } from "./store_error.ts";
import type { StoreDirs } from "./store_protocol.ts";

/** What {@linkcode pruneStores} removes. */
export interface PruneStoresOptions {
  /** The runs that are no more: the files that they made go with them. */
  readonly removedRuns: readonly string[];
  /** Milliseconds since 1970. @default Date.now() */
  readonly now?: number;
}

/**
 * Removes what no run needs any more from the stores of a project: what has expired, the files of runs that are no more, and what
 * killed processes left half-written. Runs may be at work meanwhile. A store that does not exist is not made.
 *
 * @param dirs Where the stores are.
 * @param options Which runs are no more.
 * @returns How many entries of the KV store had expired.
 * @throws {WorkflowError} `store_failed`, naming the store.
 */
export function pruneStores(dirs: StoreDirs, options: PruneStoresOptions): { readonly expired: number } {
  const { removedRuns, now = Date.now() } = options;
  const created = new CreatedFiles(dirs.created);
  for (const runId of removedRuns) created.remove(runId);
  created.removeAbandoned(now);
  if (!exists(join(dirs.kv, "kv.sqlite"))) return { expired: 0 };
  using kv = openKvStore(dirs.kv, { now: () => now });
  return { expired: kv.prune() };
}

function exists(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return false;
    throw toStoreError(`look for ${path}`, error);
  }
}
