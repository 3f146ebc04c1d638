import { toMessage } from "../../errors.ts";
import type { JournalDatabase } from "./_database.ts";
import { parseSummary, SUMMARY_COLUMNS } from "./_run_shapes.ts";
import type { RunStatus } from "./run_status.ts";
import type { DamagedRun, RunCursor, RunPage, RunSummary } from "./stored_run.ts";

const DEFAULT_LIMIT = 100;

/** Which runs {@linkcode listRuns} lists. */
export interface ListRunsOptions {
  /** @default every status */
  readonly statuses?: readonly RunStatus[];
  /** @default every project */
  readonly projectId?: string;
  /** The most of a page. @default 100 */
  readonly limit?: number;
  /** The `next` of the page before. */
  readonly before?: RunCursor;
}

/** Lists runs, the newest first. */
export function listRuns(db: JournalDatabase, options: ListRunsOptions): RunPage {
  const { statuses, projectId, before, limit = DEFAULT_LIMIT } = options;
  const conditions: string[] = [];
  const values: (string | number)[] = [];
  if (statuses) {
    conditions.push("status in (select value from json_each(?))");
    values.push(JSON.stringify(statuses));
  }
  if (projectId !== undefined) {
    conditions.push("project_id = ?");
    values.push(projectId);
  }
  if (before) {
    conditions.push("(started_at, id) < (?, ?)");
    values.push(before.startedAt, before.runId);
  }
  const where = conditions.length > 0 ? `where ${conditions.join(" and ")}` : "";
  const sql = `select ${SUMMARY_COLUMNS} from runs ${where} order by started_at desc, id desc limit ?`;
  const rows = db.statement(sql).all(...values, limit + 1); // One more tells whether there is another page.
  const runs: RunSummary[] = [];
  const damaged: DamagedRun[] = [];
  for (const row of rows.slice(0, limit)) {
    try {
      runs.push(parseSummary(row));
    } catch (error) {
      damaged.push({ runId: String(row.id), reason: toMessage(error) });
    }
  }
  const last = rows[limit - 1];
  const next = rows.length > limit && last
    ? { runId: String(last.id), startedAt: Number(last.started_at) }
    : undefined;
  return { runs, damaged, ...(next ? { next } : {}) };
}
