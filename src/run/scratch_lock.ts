import { join } from "@std/path";

/** What the folder of an executor is called, in the temporary folder. */
export const SCRATCH_NAME = /^workflow-code-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The lock by which an executor shows that its folder is in use.
 *
 * @param scratchRoot The folder.
 * @returns The lock's path.
 */
export function toScratchLock(scratchRoot: string): string {
  return join(scratchRoot, "executor.lock");
}
