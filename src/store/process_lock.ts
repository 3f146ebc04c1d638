import { DatabaseSync } from "node:sqlite";
import { dirname } from "@std/path";
import { isLocked, toStoreError } from "./store_error.ts";

/** How long taking a lock waits for someone who is just asking about it, in milliseconds. */
const TAKE_TIMEOUT_MS = 5_000;

/** The locks of this process: a database that nobody refers to could be collected, and its lock with it. */
const held = new Map<string, DatabaseSync>();

/**
 * Takes a lock that shows that this process is alive: the system releases it when the process ends, however it ends. It is
 * an empty SQLite database in an exclusive transaction, which works alike on every platform.
 *
 * @param path The lock's file; its folder is made. The name must never have been a lock before: one that was released
 * is for ever a dead one's, and is removed by whoever notices.
 * @returns The lock; disposing of it releases it and removes the file.
 * @throws {WorkflowError} `store_failed` if the file cannot be made.
 */
export function holdLock(path: string): Disposable {
  try {
    Deno.mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    held.set(path, Deno.build.os === "windows" ? takeLock(path) : takeAside(path));
  } catch (error) {
    throw toStoreError(`make the lock ${path}`, error);
  }
  return {
    [Symbol.dispose]: () => {
      held.get(path)?.close();
      if (held.delete(path)) removeLock(path);
    },
  };
}

/**
 * Tells whether the process that holds a lock is alive.
 *
 * @param path The lock's file.
 * @returns False when it was released, its holder is dead, or there is no such file.
 * @throws {WorkflowError} `store_failed` if that cannot be told.
 */
export function isHeld(path: string): boolean {
  if (held.has(path)) return true;
  let db: DatabaseSync | undefined;
  try {
    if (!exists(path)) return false;
    db = new DatabaseSync(path, { readOnly: true });
    db.exec("pragma busy_timeout = 0");
    db.prepare("pragma schema_version").get();
    return false;
  } catch (error) {
    if (isLocked(error)) return true;
    // Removed since, or filled by someone else with what is no database, which took no lock either.
    if (!exists(path) || /\bis not a database\b/.test(String(error))) return false;
    throw toStoreError(`ask for the holder of the lock ${path}`, error);
  } finally {
    db?.close();
  }
}

/**
 * Removes the file of a lock that is not held.
 *
 * @param path The lock's file; one that is gone, or that Windows does not give away yet, is no error.
 */
export function removeLock(path: string): void {
  try {
    Deno.removeSync(path);
  } catch {
    // Someone else was faster, or it stays for the next one who notices.
  }
}

/** Locks first and names afterwards: nobody ever sees the lock's file without its holder. */
function takeAside(path: string): DatabaseSync {
  const aside = `${path}.new`;
  const db = takeLock(aside);
  try {
    Deno.renameSync(aside, path);
    return db;
  } catch (error) {
    db.close();
    removeLock(aside);
    throw error;
  }
}

/** Windows lets nobody rename or remove the file from here on, which is as good. */
function takeLock(path: string): DatabaseSync {
  const db = new DatabaseSync(path);
  try {
    // Nothing is ever written: a rollback journal would only be one more file to leave behind.
    db.exec(`pragma busy_timeout = ${TAKE_TIMEOUT_MS}; pragma journal_mode = memory; begin exclusive`);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function exists(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
