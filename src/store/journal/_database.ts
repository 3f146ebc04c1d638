import type { DatabaseSync, StatementSync } from "node:sqlite";
import { join } from "@std/path";
import { openStore } from "../open.ts";
import { toStoreError } from "../store_error.ts";
import { MIGRATIONS } from "./migrations.ts";

/** How {@linkcode JournalDatabase} is opened. */
export interface JournalDatabaseOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Whose runs may be written; undefined for everyone's. */
  readonly owner: string | undefined;
  /** How long a statement waits for another process's write, in milliseconds. */
  readonly busyTimeout: number | undefined;
}

/** The journal's database: its statements, prepared once, and its failures, told in one way. */
export class JournalDatabase {
  readonly dataDir: string;
  readonly now: () => number;
  /** Whose runs may be written; null for everyone's. */
  readonly owner: string | null;
  readonly #path: string;
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  #isOpen = true;

  constructor(dataDir: string, options: JournalDatabaseOptions) {
    this.dataDir = dataDir;
    this.now = options.now;
    this.owner = options.owner ?? null;
    this.#path = toJournalPath(dataDir);
    this.#db = openStore(this.#path, {
      name: "run journal",
      migrations: MIGRATIONS,
      ...(options.busyTimeout === undefined ? {} : { busyTimeout: options.busyTimeout }),
    });
  }

  /** A statement, prepared when it is first used. */
  statement(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#db.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  /**
   * Does something with the database.
   *
   * @param action What it is, for the message of its failure: "record step x".
   * @param work Does it.
   * @returns What `work` returned.
   * @throws {WorkflowError} `store_failed`, naming the action and the journal.
   */
  attempt<T>(action: string, work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw toStoreError(`${action} in the run journal at ${this.#path}`, error);
    }
  }

  /** Does several things with the database, or none of them; fails as {@linkcode attempt} does. */
  transact<T>(action: string, work: () => T): T {
    return this.attempt(action, () => {
      this.#db.exec("begin immediate");
      try {
        const result = work();
        this.#db.exec("commit");
        return result;
      } catch (error) {
        this.#rollBack();
        throw error;
      }
    });
  }

  /** Gives what pruning freed back to the file system. */
  shrink(): void {
    this.#db.prepare("pragma incremental_vacuum").all(); // A page for each row: exec would take one and stop.
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#statements.clear();
    this.#db.close();
  }

  /** After a full disk, say, SQLite has rolled back by itself; what made it necessary is what is told. */
  #rollBack(): void {
    try {
      this.#db.exec("rollback");
    } catch {
      // There was nothing to roll back.
    }
  }
}

/** Where the journal of a data dir is. */
export function toJournalPath(dataDir: string): string {
  return join(dataDir, "journal.sqlite");
}
