import { tmpdir } from "node:os";
import { join } from "@std/path";
import { toMessage } from "../errors.ts";
import { pruneCache } from "../project/bundle/prune_cache.ts";
import { findTidyJournal } from "../store/journal/tidy_journal.ts";
import type { Journal } from "../store/journal/journal.ts";
import { listOld } from "../store/prune/list_old.ts";
import { pruneCreatedFiles } from "../store/prune/prune_created_files.ts";
import { pruneImportedFiles } from "../store/prune/prune_imported_files.ts";
import { pruneKv } from "../store/prune/prune_kv.ts";
import { type Removed, Remover } from "../store/prune/remover.ts";
import { pruneScratch } from "./prune_scratch.ts";

/** How old something must be that nobody refers to yet, in milliseconds. */
const ABANDONED_MS = 24 * 60 * 60 * 1000;
/** The same for a file store that other data dirs may use: longer than any run waits for a person. */
const SHARED_ABANDONED_MS = 8 * ABANDONED_MS;

/** What {@linkcode pruneData} removes. */
export interface PruneDataOptions {
  /** The root of local data. */
  readonly dataDir: string;
  /** How long ago a run must have ended, in milliseconds. */
  readonly olderThan: number;
  /** Whether it is only counted. @default false */
  readonly isDryRun?: boolean;
  /** Stores outside of the data dir, which are left alone unless they are named. */
  readonly fileStoreDir?: string | undefined;
  readonly kvStoreDir?: string | undefined;
  readonly fileCreateStoreDir?: string | undefined;
  readonly authDir?: string | undefined;
  /** Milliseconds since 1970. @default Date.now() */
  readonly now?: number;
  /** Where the folders of executors are. @default the system's */
  readonly tempDir?: string;
}

/** What was removed, or would be. */
export interface PruneReport {
  /** Journals of runs. */
  readonly runs: { readonly count: number; readonly bytes: number };
  /** The files that those runs made, a folder for each run. */
  readonly createdFiles: Removed;
  readonly importedFiles: Removed;
  /** Bundles, and older versions of the program that makes them. */
  readonly bundles: Removed;
  /** Entries of `ctx.kv` that had expired. */
  readonly kvEntries: number;
  /** What processes that were killed left: half-written files, folders for temporary files. */
  readonly leftovers: Removed;
  /** Of all of it. */
  readonly bytes: number;
  /** What could not be done, naming the store; all else was. */
  readonly failures: readonly string[];
}

/**
 * Removes what no run needs any more. Servers may be at work meanwhile: nothing is removed that a running or waiting run needs,
 * nor what a run that can still be resumed needs. Ids of runs stay reserved.
 *
 * @param options How old, and where.
 * @returns What was removed.
 * @throws {WorkflowError} `store_failed` if the journal cannot be used: then nothing is removed.
 */
export async function pruneData(options: PruneDataOptions): Promise<PruneReport> {
  const { dataDir, olderThan, isDryRun = false, now = Date.now(), tempDir = tmpdir() } = options;
  const [created, imported, bundles, leftovers] = [1, 2, 3, 4].map(() => new Remover(isDryRun)) as [
    Remover,
    Remover,
    Remover,
    Remover,
  ];
  const failures: string[] = [];
  const attempt = async (work: () => unknown) => {
    try {
      await work();
    } catch (error) {
      failures.push(toMessage(error));
    }
  };
  using journal = findTidyJournal(dataDir);
  const runs = journal ? pruneJournal(journal, { olderThan, now, isDryRun }) : { ids: [], bytes: 0 };
  if (journal) {
    const gone = new Set(runs.ids);
    const removedAmong = (ids: readonly string[]) => {
      const pruned = new Set(journal.retention.prunedAmong(ids));
      return ids.filter((id) => gone.has(id) || pruned.has(id));
    };
    const createdDirs = [...listFolders(join(dataDir, "created")), ...listGiven(options.fileCreateStoreDir)];
    for (const dir of createdDirs) {
      const options = { removedAmong, now, abandonedMs: ABANDONED_MS, remover: created };
      await attempt(() => pruneCreatedFiles(dir, options));
    }
    const inUse = new Set(journal.retention.filesInUse({ olderThan, now }));
    const own = { inUse, now, olderThan: ABANDONED_MS, remover: imported };
    await attempt(() => pruneImportedFiles(join(dataDir, "files"), own));
    for (const dir of listGiven(options.fileStoreDir)) {
      const shared = { ...own, olderThan: Math.max(SHARED_ABANDONED_MS, olderThan) };
      await attempt(() => pruneImportedFiles(dir, shared));
    }
  }
  const inUse = () => journal?.retention.bundlesInUse({ olderThan, now }) ?? [];
  const cache = { inUse, now, olderThan, abandonedMs: ABANDONED_MS, remover: bundles };
  await attempt(() => pruneCache(join(dataDir, "cache"), cache));
  const kvDirs = [...listFolders(join(dataDir, "kv")), ...listGiven(options.kvStoreDir)];
  let kvEntries = 0;
  for (const dir of kvDirs) await attempt(() => kvEntries += pruneKv(dir, { now, isDryRun }));
  for (const dir of [join(dataDir, "keys"), join(dataDir, "auth"), ...listGiven(options.authDir)]) {
    const temporary = { now, olderThan: ABANDONED_MS, name: /\.(key|json)\.[0-9a-f-]{36}$/ };
    for (const path of listOld(dir, temporary)) await leftovers.remove(path);
  }
  await pruneScratch(tempDir, { now, abandonedMs: ABANDONED_MS, remover: leftovers });
  const parts = [created, imported, bundles, leftovers].map(({ removed }) => removed);
  return {
    runs: { count: runs.ids.length, bytes: runs.bytes },
    createdFiles: created.removed,
    importedFiles: imported.removed,
    bundles: bundles.removed,
    kvEntries,
    leftovers: leftovers.removed,
    bytes: parts.reduce((sum, { bytes }) => sum + bytes, runs.bytes),
    failures,
  };
}

function pruneJournal(
  { retention }: Journal,
  { isDryRun, ...old }: { readonly olderThan: number; readonly now: number; readonly isDryRun: boolean },
): { readonly ids: readonly string[]; readonly bytes: number } {
  if (isDryRun) return { ids: retention.prunable(old), bytes: 0 };
  const before = retention.size();
  const ids = retention.prune(old);
  return { ids, bytes: Math.max(0, before - retention.size()) };
}

function listFolders(dir: string): string[] {
  return listOld(dir, { now: 0, olderThan: -Infinity });
}

function listGiven(dir: string | undefined): string[] {
  return dir === undefined ? [] : [dir];
}
