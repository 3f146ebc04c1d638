import { basename, join } from "@std/path";
import { changedAt, listOld } from "../../store/prune/list_old.ts";
import type { Remover } from "../../store/prune/remover.ts";
import { toStoreError } from "../../store/store_error.ts";
import { readIndexEntry } from "./bundle_index.ts";
import { isOwnEsbuild } from "./extract_esbuild.ts";

/** What {@linkcode pruneCache} goes by. */
export interface PruneCacheOptions {
  /** The bundles that some run needs, as of now. */
  readonly inUse: () => readonly string[];
  /** Milliseconds since 1970. */
  readonly now: number;
  /** How long ago a project must have been bundled for its bundle to be made anew at its next start, in milliseconds. */
  readonly olderThan: number;
  /** How old what nobody refers to must be, in milliseconds: somebody may be about to. */
  readonly abandonedMs: number;
  readonly remover: Remover;
}

/** What is written under such a name first is left by a process that was killed. */
const TEMPORARY = /\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Removes bundles of projects that are gone or were bundled long ago, unless a run needs them, and what other versions of this
 * program have left. All of it is made again where it is needed.
 *
 * @param cacheDir The folder that has `bundles`.
 * @param options What is needed.
 * @throws {WorkflowError} `store_failed`, naming the cache.
 */
export async function pruneCache(cacheDir: string, options: PruneCacheOptions): Promise<void> {
  const { inUse, now, olderThan, abandonedMs, remover } = options;
  const bundles = join(cacheDir, "bundles");
  const abandoned = { now, olderThan: abandonedMs };
  try {
    for (const dir of [cacheDir, bundles, join(bundles, "index")]) {
      for (const path of listOld(dir, { ...abandoned, name: TEMPORARY })) await remover.remove(path);
    }
    for (const path of listOld(cacheDir, { ...abandoned, name: /^esbuild-[0-9a-f]+(\.exe)?$/ })) {
      if (!isOwnEsbuild(basename(path))) await remover.remove(path);
    }
    const kept = new Set([
      ...await pruneIndex(join(bundles, "index"), { now, olderThan, remover }),
      ...inUse(),
    ]);
    for (const path of listOld(bundles, { ...abandoned, name: /^[0-9a-f]{64}$/ })) {
      const id = basename(path);
      if (!kept.has(id)) await remover.remove(path, () => inUse().includes(id));
    }
  } catch (error) {
    throw toStoreError(`remove what is not needed from the cache at ${cacheDir}`, error);
  }
}

/** Returns the bundles to which the rest of the index leads. */
async function pruneIndex(
  dir: string,
  { now, olderThan, remover }: Pick<PruneCacheOptions, "now" | "olderThan" | "remover">,
): Promise<string[]> {
  const kept: string[] = [];
  for (const path of listOld(dir, { now, olderThan: -Infinity, name: /\.json$/ })) {
    const entry = await readIndexEntry(path);
    const [source] = entry?.inputs ?? [];
    const isUsable = source !== undefined && changedAt(source) !== Infinity;
    if (entry && isUsable && now - changedAt(path) <= olderThan) kept.push(entry.id);
    else await remover.remove(path);
  }
  return kept;
}
