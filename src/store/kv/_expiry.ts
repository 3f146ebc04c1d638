import type { StoreDatabase } from "../database.ts";

/** Entries removed at once: other processes write in between. */
const BATCH = 1000;
/** How often writing looks for what has expired, in milliseconds. */
const INTERVAL_MS = 1000;

const REMOVE = `delete from entries where rowid in (
  select rowid from entries where expires_at <= ? limit ${BATCH}
)`;

const COUNT = "select count(*) as count from entries where expires_at <= ?";

/** Removes what has expired, so that nobody has to: a little with the writes of others, all of it on request. */
export class Expiry {
  readonly #db: StoreDatabase;
  readonly #now: () => number;
  #due = -Infinity;

  constructor(db: StoreDatabase, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  /** Removes one batch, if it is time; until nothing is left it is always time. */
  removeSome(): void {
    const now = this.#now();
    if (now < this.#due) return;
    const removed = this.#removeBatch(now);
    this.#due = removed < BATCH ? now + INTERVAL_MS : now;
  }

  /** Removes everything that has expired, and returns how much it was. */
  removeAll(): number {
    const now = this.#now();
    let all = 0;
    for (let removed = BATCH; removed === BATCH; all += removed) removed = this.#removeBatch(now);
    return all;
  }

  /** How much has expired and is still there. */
  count(): number {
    return Number(this.#db.statement(COUNT).get(this.#now())?.count);
  }

  #removeBatch(now: number): number {
    return Number(this.#db.statement(REMOVE).run(now).changes);
  }
}
