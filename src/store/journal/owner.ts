import { join } from "@std/path";
import { holdLock, isHeld, removeLock } from "../process_lock.ts";

/** What an id of an owner is: it names a file. */
const OWNER_ID = /^[A-Za-z0-9-]{1,64}$/;

/** Younger ones may be locks in the making. */
const LEFTOVER_AGE_MS = 60_000;

/** A host, as the runs that it works on name it, alive until it is disposed of or its process ends. */
export interface Owner extends Disposable {
  readonly id: string;
}

/**
 * Makes this process an owner of runs, which others can see to be alive.
 *
 * @param dataDir The data dir.
 * @returns The owner, with an id that none had before.
 * @throws {WorkflowError} `store_failed` if its lock cannot be made.
 */
export function holdOwner(dataDir: string): Owner {
  const id = crypto.randomUUID();
  const lock = holdLock(join(hostsDir(dataDir), `${id}.lock`));
  return { id, [Symbol.dispose]: () => lock[Symbol.dispose]() };
}

/**
 * Tells whether an owner is alive.
 *
 * @param dataDir The data dir.
 * @param id The owner's id, which may be anything.
 * @returns Whether its process holds its lock.
 * @throws {WorkflowError} `store_failed` if that cannot be told.
 */
export function isOwnerAlive(dataDir: string, id: string): boolean {
  return OWNER_ID.test(id) && isHeld(join(hostsDir(dataDir), `${id}.lock`));
}

/**
 * Removes the locks that dead owners have left.
 *
 * @param dataDir The data dir.
 */
export function removeDeadOwners(dataDir: string): void {
  const dir = hostsDir(dataDir);
  for (const name of namesIn(dir)) {
    const path = join(dir, name);
    if ((name.endsWith(".lock") || isOld(path)) && !isHeld(path)) removeLock(path);
  }
}

/** Where owners keep their locks. */
function hostsDir(dataDir: string): string {
  return join(dataDir, "hosts");
}

function namesIn(dir: string): string[] {
  try {
    return Array.from(Deno.readDirSync(dir), ({ name }) => name);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

function isOld(path: string): boolean {
  try {
    return Date.now() - (Deno.statSync(path).mtime?.getTime() ?? Infinity) > LEFTOVER_AGE_MS;
  } catch {
    return false; // It has its name, or is gone.
  }
}
