import type { JournalDatabase } from "./_database.ts";
import { appendToHistory, CLOSE_INTERACTIONS } from "./_runs.ts";

/** Runs pruned in one transaction: other processes write in between. */
const BATCH = 500;

const PRUNE = `delete from runs where id in (
  select id from runs where status not in ('running', 'waiting_for_input', 'resumed') and finished_at < ? limit ${BATCH}
) returning id`;

const EXPIRE = `update runs set status = 'timeout', changed_at = ?1, finished_at = ?1, ${
  appendToHistory("?2")
}
  where status = 'waiting_for_input' and changed_at < ?3 returning id`;

/** What is too old, and when. */
export interface RetentionOptions {
  /** Milliseconds. */
  readonly olderThan: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Removes runs that ended long ago, with everything but the reservation of their ids. */
export function pruneRuns(db: JournalDatabase, { olderThan, now }: RetentionOptions): string[] {
  const pruned: string[] = [];
  while (true) {
    const batch = db.transact("prune runs", () => db.statement(PRUNE).all(now - olderThan));
    pruned.push(...batch.map(({ id }) => String(id)));
    if (batch.length < BATCH) break;
  }
  if (pruned.length > 0) db.attempt("give free space back", () => db.shrink());
  return pruned;
}

/** Ends runs that have waited for a person for too long. */
export function expireWaitingRuns(db: JournalDatabase, { olderThan, now }: RetentionOptions): string[] {
  return db.transact("end waiting runs", () => {
    const change = JSON.stringify({ status: "timeout", at: now });
    const ids = db.statement(EXPIRE).all(now, change, now - olderThan).map(({ id }) => String(id));
    db.statement(CLOSE_INTERACTIONS).run(JSON.stringify(ids));
    return ids;
  });
}
