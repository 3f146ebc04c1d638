import { join } from "@std/path";
import { showValue } from "../../core/show_value.ts";
import { StoreDatabase } from "../database.ts";
import { MIGRATIONS } from "./migrations.ts";

const GET = "select value, version from persistent_values where name = ?";
const SET = `insert into persistent_values (name, value, version) values (?, ?, 1)
  on conflict (name) do update set value = excluded.value, version = version + 1`;
const ADD =
  "insert into persistent_values (name, value, version) values (?, ?, 1) on conflict (name) do nothing";
const REPLACE =
  "update persistent_values set value = ?, version = version + 1 where name = ? and version = ?";

/** How {@linkcode openValueStore} opens. */
export interface OpenValueStoreOptions {
  /** How long a call waits for another process's write, in milliseconds. @default 10000 */
  readonly busyTimeout?: number;
}

/** A value as it was at some time. */
export interface VersionedValue {
  /** The value, as JSON text; absent if it has never been set. */
  readonly json?: string;
  /** Tells whether it has been written since; 0 if it has never been set. */
  readonly version: number;
}

/** What replaces what. */
export interface ValueReplacement {
  /** The version that is replaced, and no other. */
  readonly version: number;
  /** The new value. */
  readonly json: string;
}

/**
 * Opens the persistent values of a project; makes the store on first use. Several processes may have it open.
 *
 * @param dir Its folder.
 * @param options How patient it is.
 * @returns The store; dispose of it at the end.
 * @throws {WorkflowError} `store_failed` if it cannot be opened, is damaged or was written by a newer version.
 */
export function openValueStore(dir: string, options: OpenValueStoreOptions = {}): ValueStore {
  const db = new StoreDatabase(join(dir, "values.sqlite"), {
    name: "store of persistent values",
    migrations: MIGRATIONS,
    busyTimeout: options.busyTimeout,
  });
  return new ValueStore(db);
}

/**
 * Values by name, as JSON texts; both are as `rules.ts` wants them. An update reads a value with its version, computes the new
 * one and replaces that version; if someone else was faster, it does so again. Every method throws a `WorkflowError` with code
 * `store_failed`, which names the store and what could not be done.
 */
export class ValueStore implements Disposable {
  readonly #db: StoreDatabase;

  /** See {@linkcode openValueStore}. */
  constructor(db: StoreDatabase) {
    this.#db = db;
  }

  /**
   * Reads a value.
   *
   * @param name Its name.
   * @returns The value and its version.
   */
  get(name: string): VersionedValue {
    return this.#db.attempt(`get ${showValue(name)}`, () => this.#read(name));
  }

  /**
   * Writes a value, whatever it was before.
   *
   * @param name Its name.
   * @param json The value.
   */
  set(name: string, json: string): void {
    this.#db.attempt(`set ${showValue(name)}`, () => this.#db.statement(SET).run(name, json));
  }

  /**
   * Writes a value only if nobody has written it since it was read.
   *
   * @param name Its name.
   * @param replacement The version that was read, and the new value.
   * @returns Undefined when it was written; else the value as it is now, to try again with.
   */
  replace(name: string, { version, json }: ValueReplacement): VersionedValue | undefined {
    return this.#db.attempt(`update ${showValue(name)}`, () => {
      const { changes } = version === 0
        ? this.#db.statement(ADD).run(name, json)
        : this.#db.statement(REPLACE).run(json, name, version);
      return changes === 1 ? undefined : this.#read(name);
    });
  }

  /** Closes the store. */
  [Symbol.dispose](): void {
    this.#db[Symbol.dispose]();
  }

  #read(name: string): VersionedValue {
    const row = this.#db.statement(GET).get(name);
    return row ? { json: String(row.value), version: Number(row.version) } : { version: 0 };
  }
}
