import { Buffer } from "node:buffer";
import { join } from "@std/path";
import { showValue } from "../../core/show_value.ts";
import { toCanonicalJson } from "../../core/canonical_json.ts";
import { StoreDatabase } from "../database.ts";
import { fromCursor, toCursor } from "../page_cursor.ts";
import { MAX_PAGE_BYTES } from "../rules.ts";
import { takePage } from "../take_page.ts";
import { Expiry } from "./_expiry.ts";
import { MIGRATIONS } from "./migrations.ts";

const DEFAULT_LIMIT = 100;

const LIVE = "(expires_at is null or expires_at > ?)";
const GET = `select value from entries where key = ? and ${LIVE}`;
const SET = `insert into entries (key, value, expires_at) values (?, ?, ?)
  on conflict (key) do update set value = excluded.value, expires_at = excluded.expires_at`;
const ADD = `insert into entries (key, value) values (?, ?)
  on conflict (key) do update set value = excluded.value, expires_at = null where expires_at <= ?`;
/** What it expires at stays. */
const REPLACE = "update entries set value = ? where key = ?";
const DELETE = `delete from entries where key = ? returning ${LIVE} as was_live`;
/** The least text after another one is that with a NUL behind it. */
const LIST = `select key, octet_length(value) as size from entries
  where key >= max(?, ?) and key < cast(? as text) and ${LIVE} order by key limit ?`;
const READ = `select key, value from entries where key between ? and ? and ${LIVE} order by key`;

/** How {@linkcode openKvStore} opens. */
export interface OpenKvStoreOptions {
  /** The time, in milliseconds since 1970. @default Date.now */
  readonly now?: () => number;
  /** How long a call waits for another process's write, in milliseconds. @default 10000 */
  readonly busyTimeout?: number;
}

/** An entry: its value is JSON text. */
export interface KvEntry {
  readonly key: string;
  readonly json: string;
}

/** Some of the entries. */
export interface KvPage {
  /** By key, in the order of their UTF-8 bytes. */
  readonly entries: readonly KvEntry[];
  /** Leads to the next page; absent on the last. */
  readonly cursor?: string;
}

/** Which entries {@linkcode KvStore.list} lists. */
export interface KvListOptions {
  /** What the keys begin with. @default "" */
  readonly prefix?: string;
  /** The most entries of the page. @default 100 */
  readonly limit?: number;
  /** The `cursor` of the page before. */
  readonly cursor?: string;
}

/** What is exchanged for what. */
export interface KvExchange {
  /** What the value has to be, whatever the order of its keys; absent: there must be none. */
  readonly expected?: string;
  /** What it becomes. */
  readonly json: string;
}

/**
 * Opens the KV store of a project; makes it on first use. Several processes may have it open.
 *
 * @param dir Its folder.
 * @param options The time.
 * @returns The store; dispose of it at the end.
 * @throws {WorkflowError} `store_failed` if it cannot be opened, is damaged or was written by a newer version.
 */
export function openKvStore(dir: string, options: OpenKvStoreOptions = {}): KvStore {
  const { now = Date.now, busyTimeout } = options;
  const db = new StoreDatabase(join(dir, "kv.sqlite"), {
    name: "KV store",
    migrations: MIGRATIONS,
    busyTimeout,
  });
  return new KvStore(db, now);
}

/**
 * Values by key, as JSON texts; both are as `rules.ts` wants them. Every call is one step for other processes, and durable when
 * it returns. Every method throws a `WorkflowError` with code `store_failed`, which names the store and what could not be done.
 */
export class KvStore implements Disposable {
  readonly #db: StoreDatabase;
  readonly #now: () => number;
  readonly #expiry: Expiry;

  /** See {@linkcode openKvStore}. */
  constructor(db: StoreDatabase, now: () => number) {
    this.#db = db;
    this.#now = now;
    this.#expiry = new Expiry(db, now);
  }

  /**
   * Reads a value.
   *
   * @param key Its key.
   * @returns The value; undefined if there is none, or it has expired.
   */
  get(key: string): string | undefined {
    return this.#db.attempt(`get ${showValue(key)}`, () => this.#read(key));
  }

  /**
   * Writes a value.
   *
   * @param key Its key.
   * @param json The value.
   * @param options How long it lasts, in milliseconds. Default: for ever, whatever it was before.
   */
  set(key: string, json: string, options: { readonly ttl?: number } = {}): void {
    this.#db.attempt(`set ${showValue(key)}`, () => {
      this.#expiry.removeSome();
      const expiresAt = options.ttl === undefined ? null : this.#now() + options.ttl;
      this.#db.statement(SET).run(key, json, expiresAt);
    });
  }

  /**
   * Removes a value.
   *
   * @param key Its key.
   * @returns Whether there was one.
   */
  delete(key: string): boolean {
    return this.#db.attempt(
      `delete ${showValue(key)}`,
      () => this.#db.statement(DELETE).get(key, this.#now())?.was_live === 1,
    );
  }

  /**
   * Writes a value only if it is what the caller takes it for. What it expires at stays.
   *
   * @param key Its key.
   * @param exchange What it has to be, and what it becomes.
   * @returns Whether it was written.
   */
  compareAndSet(key: string, { expected, json }: KvExchange): boolean {
    const action = `compare and set ${showValue(key)}`;
    if (expected === undefined) {
      return this.#db.attempt(action, () => {
        this.#expiry.removeSome();
        return this.#db.statement(ADD).run(key, json, this.#now()).changes === 1;
      });
    }
    return this.#db.transact(action, () => {
      const found = this.#read(key);
      if (
        found === undefined || toCanonicalJson(JSON.parse(found)) !== toCanonicalJson(JSON.parse(expected))
      ) return false;
      this.#db.statement(REPLACE).run(json, key);
      return true;
    });
  }

  /**
   * Lists entries by key. Each one that is there from the first page to the last is in exactly one of them, whatever else is
   * written or removed meanwhile. A page may be shorter than asked for when its values are long.
   *
   * @param options Which ones.
   * @returns One page; the first one again for a cursor that is none.
   */
  list(options: KvListOptions = {}): KvPage {
    const { prefix = "", limit = DEFAULT_LIMIT } = options;
    const after = fromCursor(options.cursor);
    const from = after === undefined ? "" : `${after}\0`;
    const end = Buffer.concat([Buffer.from(prefix), Uint8Array.of(0xff)]); // No UTF-8 text has such a byte.
    const now = this.#now();
    return this.#db.attempt("list keys", () => {
      const rows = this.#db.statement(LIST).all(prefix, from, end, now, limit + 1);
      const sizes = rows.map(({ key, size }) => ({ key: String(key), size: Number(size) }));
      const { taken, isLast } = takePage(sizes, { limit, bytes: MAX_PAGE_BYTES });
      const [first, last] = [taken[0], taken.at(-1)];
      if (!first || !last) return { entries: [] };
      const entries = this.#db.statement(READ).all(first.key, last.key, now)
        .map(({ key, value }) => ({ key: String(key), json: String(value) }));
      return { entries, ...(isLast ? {} : { cursor: toCursor(last.key) }) };
    });
  }

  /**
   * Removes what has expired and gives its space back. Nobody has to: it is never seen, and writes remove it little by little.
   *
   * @returns How many entries were removed.
   */
  prune(): number {
    return this.#db.attempt("remove what has expired", () => {
      const removed = this.#expiry.removeAll();
      if (removed > 0) this.#db.shrink();
      return removed;
    });
  }

  /**
   * Counts what {@linkcode prune} would remove.
   *
   * @returns How many entries have expired and are still there.
   */
  countExpired(): number {
    return this.#db.attempt("count what has expired", () => this.#expiry.count());
  }

  /** Closes the store. */
  [Symbol.dispose](): void {
    this.#db[Symbol.dispose]();
  }

  #read(key: string): string | undefined {
    const row = this.#db.statement(GET).get(key, this.#now());
    return row && String(row.value);
  }
}
