import type { SQLInputValue, SQLOutputValue } from "node:sqlite";
import type { StoreDatabase } from "../../store/database.ts";
import type { LogStream } from "../../run/protocol.ts";
import type { LogLine, RecordedRun, RecordedStatus, RunSource, RunSummary } from "./recorded_run.ts";
import { fromRunCursor, toRunCursor } from "./_run_cursor.ts";

type Row = Readonly<Record<string, SQLOutputValue>>;

const SUMMARY =
  "runs.id, desktop_project_id, project_name, entrypoint_id, entrypoint_title, status, source, " +
  "started_at, finished_at";
const RUN = `select ${SUMMARY}, mcp_input, cli_args, submissions, statuses, report, error
  from runs join run_details on run_id = runs.id join labels on labels.id = label_id where runs.id = ?`;
/** Text functions of SQLite know no case but that of ASCII. */
const FIND_LABELS = `select id from labels
  where project_name like ?1 escape '\\' or entrypoint_id like ?1 escape '\\' or entrypoint_title like ?1 escape '\\'`;

/** Which runs are listed. */
export interface RecentRunsOptions {
  /** The most of them. */
  readonly limit: number;
  /** The `nextCursor` of the page before; what is none begins at the top. */
  readonly cursor?: string;
  /** Only runs with this status, or one of these. */
  readonly status?: RecordedStatus | readonly RecordedStatus[];
  /** Only runs with this text, in any case, in their id or the names of their project and entrypoint. */
  readonly search?: string;
  /** Only runs of this project. */
  readonly desktopProjectId?: string;
}

/** Runs, the newest first. */
export interface RecentRuns {
  readonly runs: readonly RunSummary[];
  /** Leads to the next page; absent on the last. */
  readonly nextCursor?: string;
}

/** Which lines of a log are read. */
export interface LogOptions {
  /** Only lines behind this `seq`. @default 0 */
  readonly after?: number;
  /** The most lines. */
  readonly limit: number;
  /** Only lines of this step; null for those outside of steps. */
  readonly node?: string | null;
  /** Only lines of one of these streams. */
  readonly streams?: readonly LogStream[];
}

/** How many runs there are of each status. */
export type RunCounts = Readonly<Partial<Record<RecordedStatus, number>>>;

export function listRuns(db: StoreDatabase, options: RecentRunsOptions): RecentRuns {
  const { limit, cursor, status, search, desktopProjectId } = options;
  const conditions: string[] = [];
  const values: SQLInputValue[] = [];
  if (desktopProjectId !== undefined) {
    conditions.push("desktop_project_id = ?");
    values.push(desktopProjectId);
  }
  const statuses = typeof status === "string" ? [status] : status ?? [];
  if (statuses.length > 0) {
    conditions.push(`status in (${statuses.map(() => "?").join(", ")})`);
    values.push(...statuses);
  }
  const before = fromRunCursor(cursor);
  if (before) {
    conditions.push("(started_at, runs.id) < (?, ?)");
    values.push(before.startedAt, before.runId);
  }
  if (search !== undefined && search.trim() !== "") {
    const pattern = `%${search.trim().replace(/[\\%_]/g, "\\$&")}%`;
    const labels = db.statement(FIND_LABELS).all(pattern).map(({ id }) => Number(id));
    conditions.push("(label_id in (select value from json_each(?)) or runs.id like ? escape '\\')");
    values.push(JSON.stringify(labels), pattern);
  }
  const where = conditions.length > 0 ? `where ${conditions.join(" and ")}` : "";
  // The places first, and what people are told of them for one page alone: `cross` keeps SQLite to this order.
  const page = `select id as run_id from runs ${where} order by started_at desc, id desc limit ?`;
  const sql =
    `select ${SUMMARY} from (${page}) cross join runs on runs.id = run_id cross join labels on labels.id = label_id
    order by started_at desc, runs.id desc`;
  const rows = db.statement(sql).all(...values, limit + 1); // One more tells whether there is another page.
  const runs = rows.slice(0, limit).map(toSummary);
  const last = runs.at(-1);
  return { runs, ...(rows.length > limit && last ? { nextCursor: toRunCursor(last) } : {}) };
}

export function countRuns(db: StoreDatabase, desktopProjectId?: string): RunCounts {
  const rows = desktopProjectId === undefined
    ? db.statement("select status, sum(n) as n from run_counts group by status").all()
    : db.statement("select status, n from run_counts where desktop_project_id = ?").all(desktopProjectId);
  const counts = rows.map(({ status, n }): [string, number] => [String(status), Number(n)]);
  return Object.fromEntries(counts.filter(([, n]) => n > 0));
}

export function readRun(db: StoreDatabase, runId: string): RecordedRun | undefined {
  const row = db.statement(RUN).get(runId);
  if (!row) return undefined;
  return {
    ...toSummary(row),
    mcpInput: parse(row.mcp_input),
    cliArgs: parse(row.cli_args) as readonly string[],
    submissions: parse(row.submissions) as RecordedRun["submissions"],
    statuses: parse(row.statuses) as RecordedRun["statuses"],
    report: parse(row.report) as RecordedRun["report"],
    ...(row.error === null ? {} : { error: parse(row.error) as NonNullable<RecordedRun["error"]> }),
  };
}

export function readLog(db: StoreDatabase, runId: string, options: LogOptions): LogLine[] {
  const { after = 0, limit, node, streams } = options;
  const conditions = ["run_id = ?", "seq > ?"];
  const values: SQLInputValue[] = [runId, after];
  if (node !== undefined) {
    conditions.push("node is ?");
    values.push(node);
  }
  if (streams !== undefined) {
    conditions.push(`stream in (${streams.map(() => "?").join(", ")})`);
    values.push(...streams);
  }
  const sql = `select seq, at, stream, node, text from logs where ${
    conditions.join(" and ")
  } order by seq limit ?`;
  return db.statement(sql).all(...values, limit).map((row) => ({
    seq: Number(row.seq),
    at: Number(row.at),
    stream: String(row.stream) as LogStream,
    node: row.node === null ? null : String(row.node),
    text: String(row.text),
  }));
}

function toSummary(row: Row): RunSummary {
  const startedAt = Number(row.started_at);
  const finishedAt = row.finished_at === null ? undefined : Number(row.finished_at);
  return {
    runId: String(row.id),
    desktopProjectId: String(row.desktop_project_id),
    projectName: String(row.project_name),
    entrypointId: String(row.entrypoint_id),
    entrypointTitle: String(row.entrypoint_title),
    status: String(row.status) as RecordedStatus,
    source: String(row.source) as RunSource,
    startedAt,
    ...(finishedAt === undefined
      ? {}
      : { finishedAt, durationMs: Math.max(0, Math.round(finishedAt - startedAt)) }),
  };
}

function parse(json: SQLOutputValue | undefined): unknown {
  return json === null || json === undefined ? null : JSON.parse(String(json));
}
