import { DatabaseSync } from "node:sqlite";
import { dirname } from "@std/path";
import { toMessage, WorkflowError } from "../errors.ts";

/** How long a statement waits for another process's write, in milliseconds. */
const BUSY_TIMEOUT_MS = 10_000;

/** What {@linkcode openStore} opens. */
export interface StoreDefinition {
  /** What people call the store, for messages: "run journal". */
  readonly name: string;
  /** SQL, one text per version; published ones never change. */
  readonly migrations: readonly string[];
}

/**
 * Opens a SQLite store, makes it and its folder (mode 0700) on first use, and brings it to the newest version. Several
 * processes may do so at once.
 *
 * @param path The database file.
 * @param definition Its name and migrations.
 * @returns The open database; closing it is the caller's.
 * @throws {WorkflowError} `store_failed`, naming the store, if it cannot be opened, is damaged (it is left untouched), or
 * was written by a newer version.
 */
export function openStore(path: string, definition: StoreDefinition): DatabaseSync {
  let db: DatabaseSync | undefined;
  try {
    Deno.mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    db = new DatabaseSync(path);
    db.exec(
      `pragma busy_timeout = ${BUSY_TIMEOUT_MS}; pragma journal_mode = wal; pragma synchronous = normal`,
    );
    migrate(db, definition);
    return db;
  } catch (error) {
    db?.close();
    if (error instanceof WorkflowError) throw error;
    throw new WorkflowError(
      "store_failed",
      `Cannot open the ${definition.name} at ${path}: ${toMessage(error)}`,
      { cause: error },
    );
  }
}

function migrate(db: DatabaseSync, { name, migrations }: StoreDefinition): void {
  if (version(db) === migrations.length) return;
  db.exec("begin immediate"); // A second process waits here, then finds nothing left to do.
  try {
    const from = version(db);
    if (from > migrations.length) {
      throw new WorkflowError(
        "store_failed",
        `Cannot open the ${name}: it was written by a newer version of Workflow Code (version ${from}, this one knows ` +
          `${migrations.length}); use that version or another --data-dir`,
      );
    }
    for (const sql of migrations.slice(from)) db.exec(sql);
    db.exec(`pragma user_version = ${migrations.length}`);
    db.exec("commit");
  } catch (error) {
    db.exec("rollback");
    throw error;
  }
}

function version(db: DatabaseSync): number {
  const row = db.prepare("pragma user_version").get() as { readonly user_version: number };
  return row.user_version;
}
