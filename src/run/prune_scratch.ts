import { listOld } from "../store/prune/list_old.ts";
import type { Remover } from "../store/prune/remover.ts";
import { isHeld } from "../store/process_lock.ts";
import { SCRATCH_NAME, toScratchLock } from "./scratch_lock.ts";

/** What {@linkcode pruneScratch} goes by. */
export interface PruneScratchOptions {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** How old a folder must be, in milliseconds: a younger one may be that of an executor that has yet to take its lock. */
  readonly abandonedMs: number;
  readonly remover: Remover;
}

/**
 * Removes the folders of executors that were killed together with their hosts, so that nobody was left to do so.
 *
 * @param tempDir The temporary folder.
 * @param options What is old enough.
 */
export async function pruneScratch(
  tempDir: string,
  { now, abandonedMs, remover }: PruneScratchOptions,
): Promise<void> {
  for (const path of listOld(tempDir, { now, olderThan: abandonedMs, name: SCRATCH_NAME })) {
    try {
      // In the temporary folder, where everybody may put something under any name.
      const { isDirectory, uid } = Deno.lstatSync(path);
      if (isDirectory && uid === Deno.uid() && !isHeld(toScratchLock(path))) await remover.remove(path);
    } catch {
      // It is somebody else's, or it is gone.
    }
  }
}
