import type { JournalDatabase } from "./_database.ts";

/** The condition on `runs` under which a run may be written: `?1` is its id, `?2` the owner that writes or null. */
export const WRITABLE =
  "id = ?1 and status in ('running', 'waiting_for_input', 'resumed') and (?2 is null or owner = ?2)";

/**
 * Says why a run may not be written.
 *
 * @param db The journal.
 * @param runId The run's id.
 * @returns The error to throw.
 */
export function whyNotWritable(db: JournalDatabase, runId: string): Error {
  const row = db.statement("select status, owner from runs where id = ?").get(runId);
  if (row === undefined) return new Error("there is no such run");
  return db.owner !== null && db.owner !== row.owner
    ? new Error("another process has taken the run over")
    : new Error(`the run has ended, its status is ${row.status}`);
}
