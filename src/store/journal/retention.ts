import type { JournalDatabase } from "./_database.ts";
import { appendToHistory, CLOSE_INTERACTIONS } from "./_runs.ts";

/** Runs pruned in one transaction: other processes write in between. */
const BATCH = 500;

const HAS_ENDED = "status not in ('running', 'waiting_for_input', 'resumed') and finished_at < ?1";
/** A run that may still be gone on with may ask again for the end of one that it called. */
const IS_OLD = `${HAS_ENDED} and not exists (
  select 1 from runs as caller where caller.id = runs.parent_id and caller.status <> 'success'
    and (caller.finished_at is null or caller.finished_at >= ?1))`;
const PRUNABLE = `select id from runs where ${IS_OLD}`;
const PRUNE = `delete from runs where id in (${PRUNABLE} limit ${BATCH}) returning id`;

const EXPIRE = `update runs set status = 'timeout', changed_at = ?1, finished_at = ?1, ${
  appendToHistory("?2")
}
  where status = 'waiting_for_input' and changed_at < ?3 returning id`;

/** What is no JSON fails the statement: a file is never taken for one that nobody needs because a row is damaged. */
const FILES = `with kept as (select id, files from runs where not (${IS_OLD}))
  select distinct tree.atom as id from (
    select files as json from kept
    union all select json_extract(answer, '$.files') from interactions join kept on run_id = kept.id where answer is not null
  ) as source, json_tree(source.json) as tree where tree.key = 'id' and tree.type = 'text'`;

const BUNDLES = `select distinct bundle_id as id from runs where status <> 'success' and not (${IS_OLD})`;

/** When nothing is old. */
const NOTHING: OlderThanOptions = { olderThan: 0, now: Number.MIN_SAFE_INTEGER };

const PRUNED = `select value as id from json_each(?)
  where value in (select id from run_ids) and value not in (select id from runs)`;

/** What is too old. */
export interface OlderThanOptions {
  /** Milliseconds. */
  readonly olderThan: number;
  /** Milliseconds since 1970. @default now */
  readonly now?: number;
}

/** What of the journal is kept for how long, and what it needs of other stores. Methods throw as those of `Journal`. */
export class Retention {
  readonly #db: JournalDatabase;

  constructor(db: JournalDatabase) {
    this.#db = db;
  }

  /**
   * Removes runs that ended long ago and what belongs to them; their ids stay reserved.
   *
   * @param options How long ago.
   * @returns The ids of the removed runs.
   */
  prune({ olderThan, now = this.#db.now() }: OlderThanOptions): string[] {
    const pruned: string[] = [];
    while (true) {
      const batch = this.#db.transact("prune runs", () => this.#db.statement(PRUNE).all(now - olderThan));
      pruned.push(...batch.map(({ id }) => String(id)));
      if (batch.length < BATCH) break;
    }
    if (pruned.length > 0) this.#db.attempt("give free space back", () => this.#db.shrink());
    return pruned;
  }

  /**
   * The runs that {@linkcode prune} would remove.
   *
   * @param options How long ago they ended.
   * @returns Their ids.
   */
  prunable({ olderThan, now = this.#db.now() }: OlderThanOptions): string[] {
    return this.#list("look for old runs", PRUNABLE, now - olderThan);
  }

  /**
   * Tells which ids are those of runs that were removed.
   *
   * @param runIds Ids of any runs, also of other journals.
   * @returns Those that this journal has given away and has no run of.
   */
  prunedAmong(runIds: readonly string[]): string[] {
    return this.#list("look for removed runs", PRUNED, JSON.stringify(runIds));
  }

  /**
   * Ends runs that have been waiting for too long, with status `timeout`.
   *
   * @param options How long.
   * @returns The ids of the ended runs.
   */
  expireWaiting({ olderThan, now = this.#db.now() }: OlderThanOptions): string[] {
    return this.#db.transact("end waiting runs", () => {
      const change = JSON.stringify({ status: "timeout", at: now });
      const ids = this.#db.statement(EXPIRE).all(now, change, now - olderThan).map(({ id }) => String(id));
      this.#db.statement(CLOSE_INTERACTIONS).run(JSON.stringify(ids));
      return ids;
    });
  }

  /**
   * The bundles that have to be kept.
   *
   * @param pruned What {@linkcode prune} is about to remove. Default: nothing.
   * @returns The ids of those with which a run goes on or could be resumed: every run but a success.
   */
  bundlesInUse({ olderThan, now = this.#db.now() }: OlderThanOptions = NOTHING): string[] {
    return this.#list("list bundles", BUNDLES, now - olderThan);
  }

  /**
   * The imported files that have to be kept.
   *
   * @param pruned What {@linkcode prune} is about to remove. Default: nothing.
   * @returns The ids of those that any run has been given, as an argument or in an answer; a run that succeeded needs none.
   */
  filesInUse({ olderThan, now = this.#db.now() }: OlderThanOptions = NOTHING): string[] {
    return this.#list("list imported files", FILES, now - olderThan);
  }

  /**
   * How much space the journal takes.
   *
   * @returns Bytes that are in use.
   */
  size(): number {
    const read = (name: string) => Number(Object.values(this.#db.statement(`pragma ${name}`).get() ?? {})[0]);
    return this.#db.attempt(
      "measure it",
      () => (read("page_count") - read("freelist_count")) * read("page_size"),
    );
  }

  #list(action: string, sql: string, ...values: readonly (string | number)[]): string[] {
    return this.#db.attempt(action, () => this.#db.statement(sql).all(...values).map(({ id }) => String(id)));
  }
}
