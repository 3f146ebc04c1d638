import { DatabaseSync } from "node:sqlite";
import { dirname } from "@std/path";
import { WorkflowError } from "../errors.ts";
import { isLocked, toStoreError } from "./store_error.ts";

/** How long a statement waits for another process's write, in milliseconds, where nothing else is said. */
export const BUSY_TIMEOUT_MS = 10_000;
const RETRY_MS = 2;

/** What {@linkcode openStore} opens. */
export interface StoreDefinition {
  /** What people call the store, for messages: "run journal". */
  readonly name: string;
  /** SQL, one text per version; published ones never change. */
  readonly migrations: readonly string[];
  /** How long a statement waits for another process's write, in milliseconds. @default 10000 */
  readonly busyTimeout?: number | undefined;
  /** Whether it is only read: a store that is there and of this version is opened without waiting for anybody. @default false */
  readonly readOnly?: boolean;
}

/**
 * Opens a SQLite store, makes it (mode 0600) and its folder (mode 0700) on first use, and brings it to the newest
 * version. Several processes may do so at once.
 *
 * @param path The database file.
 * @param definition Its name and migrations.
 * @returns The open database; closing it is the caller's.
 * @throws {WorkflowError} `store_failed`, naming the store, if it cannot be opened, is damaged or was written by a newer
 * version; either is left as it was.
 */
export function openStore(path: string, definition: StoreDefinition): DatabaseSync {
  let db: DatabaseSync | undefined;
  try {
    if (definition.readOnly && exists(path)) {
      db = new DatabaseSync(path, { readOnly: true });
      if (checkVersion(db, definition) === definition.migrations.length) return db;
      db.close(); // It has to be brought to this version first.
    }
    Deno.mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    db = openFile(path);
    prepareStore(db, definition);
    return db;
  } catch (error) {
    db?.close();
    throw toStoreError(`open the ${definition.name} at ${path}`, error);
  }
}

/** Two processes that set a new file's journal mode at once do not wait for each other: one of them is refused. */
function prepareStore(db: DatabaseSync, definition: StoreDefinition): void {
  const busyTimeout = definition.busyTimeout ?? BUSY_TIMEOUT_MS;
  const deadline = performance.now() + busyTimeout;
  db.exec(`pragma busy_timeout = ${busyTimeout}; pragma synchronous = normal`);
  while (true) {
    try {
      // Before the modes: setting them writes to the file, this one even if it has it already.
      if (checkVersion(db, definition) === 0) db.exec("pragma auto_vacuum = incremental");
      db.exec("pragma journal_mode = wal");
      migrate(db, definition);
      return;
    } catch (error) {
      if (!isLocked(error) || performance.now() > deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
    }
  }
}

/** The mode of a new file is set by its path: closing a file handle of our own would drop SQLite's locks on it. */
function openFile(path: string): DatabaseSync {
  const isNew = !exists(path);
  const db = new DatabaseSync(path);
  // The files beside it, which SQLite makes later, take their mode from this one.
  if (isNew && Deno.build.os !== "windows") Deno.chmodSync(path, 0o600);
  return db;
}

function exists(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

function checkVersion(db: DatabaseSync, { name, migrations }: StoreDefinition): number {
  const row = db.prepare("pragma user_version").get() as { readonly user_version: number };
  const version = row.user_version;
  if (version <= migrations.length) return version;
  throw new WorkflowError(
    "store_failed",
    `Cannot open the ${name}: it was written by a newer version of Workflow Code (version ${version}, this one knows ` +
      `${migrations.length}); use that version or another --data-dir`,
  );
}

function migrate(db: DatabaseSync, definition: StoreDefinition): void {
  const { migrations } = definition;
  if (checkVersion(db, definition) === migrations.length) return;
  db.exec("begin immediate"); // A second process waits here, then finds nothing left to do.
  try {
    for (const sql of migrations.slice(checkVersion(db, definition))) db.exec(sql);
    db.exec(`pragma user_version = ${migrations.length}`);
    db.exec("commit");
  } catch (error) {
    rollBack(db);
    throw error;
  }
}

/** After a full disk, say, SQLite has rolled back by itself; what made it necessary is what is told. */
function rollBack(db: DatabaseSync): void {
  try {
    db.exec("rollback");
  } catch {
    // There was nothing to roll back.
  }
}
