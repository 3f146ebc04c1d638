import type { StoreDatabase } from "../../store/database.ts";
import type { DesktopSettings } from "./desktop_settings.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Rows removed in one transaction: other processes write in between. */
const BATCH = 200;

/** Only runs that have ended have this time. */
const PRUNE_RUNS = `delete from runs where id in (select id from runs where finished_at < ? limit ${BATCH})`;
const PRUNE_LOGS = `delete from logs where run_id in (
  select id from runs where finished_at < ? and exists (select 1 from logs where run_id = id) limit ${BATCH})`;

/** What was removed. */
export interface Pruned {
  readonly runs: number;
  readonly logLines: number;
}

export function pruneRecords(
  db: StoreDatabase,
  { keepRunsDays, keepLogsDays }: Pick<DesktopSettings, "keepRunsDays" | "keepLogsDays">,
  now: number,
): Pruned {
  const removeAll = (sql: string, days: number | null) => {
    if (days === null) return 0;
    let removed = 0;
    while (true) {
      const { changes } = db.transact("remove old runs", () => db.statement(sql).run(now - days * DAY_MS));
      removed += Number(changes);
      if (changes === 0) return removed;
    }
  };
  const runs = removeAll(PRUNE_RUNS, keepRunsDays);
  const logLines = removeAll(PRUNE_LOGS, keepLogsDays);
  if (runs + logLines > 0) db.attempt("give free space back", () => db.shrink());
  return { runs, logLines };
}
