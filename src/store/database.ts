import type { DatabaseSync, StatementSync } from "node:sqlite";
import { openStore, type StoreDefinition } from "./open.ts";
import { toStoreError } from "./store_error.ts";

/** The database of a store: its statements, prepared once, and its failures, told in one way. */
export class StoreDatabase implements Disposable {
  readonly #place: string;
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  #isOpen = true;

  /**
   * Opens the database; see {@linkcode openStore}.
   *
   * @param path Its file.
   * @param definition The store's name and migrations.
   * @throws {WorkflowError} `store_failed`, naming the store.
   */
  constructor(path: string, definition: StoreDefinition) {
    this.#place = `${definition.name} at ${path}`;
    this.#db = openStore(path, definition);
  }

  /**
   * Gives a statement, prepared when it is first used.
   *
   * @param sql Its text, one of few: it is kept.
   * @returns The statement.
   */
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
   * @throws {WorkflowError} `store_failed`, naming the action and the store.
   */
  attempt<T>(action: string, work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw toStoreError(`${action} in the ${this.#place}`, error);
    }
  }

  /**
   * Does several things with the database, or none of them. No other process writes meanwhile.
   *
   * @param action What it is, for the message of its failure.
   * @param work Does it.
   * @returns What `work` returned.
   * @throws {WorkflowError} `store_failed`, naming the action and the store.
   */
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

  /**
   * Says how long statements wait for another process's write from here on.
   *
   * @param ms Milliseconds.
   */
  setBusyTimeout(ms: number): void {
    this.#db.exec(`pragma busy_timeout = ${ms}`);
  }

  /** Gives what was freed back to the file system. */
  shrink(): void {
    this.statement("pragma incremental_vacuum").all(); // A page for each row: exec would take one and stop.
  }

  /** Closes the database. */
  [Symbol.dispose](): void {
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
