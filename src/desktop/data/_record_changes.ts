import type { StoreDatabase } from "../../store/database.ts";
import { ENDED_STATUSES } from "../../store/journal/run_status.ts";
import { LogTable } from "./_log_table.ts";
import type { RecordedStatus } from "./recorded_run.ts";
import type { RunChange } from "./run_change.ts";

type Change<T extends RunChange["type"]> = Extract<RunChange, { readonly type: T }>;

const FINAL: readonly RecordedStatus[] = [...ENDED_STATUSES, "refused"];

const LABEL = "select id from labels where project_name = ? and entrypoint_id = ? and entrypoint_title = ?";
const ADD_LABEL =
  "insert into labels (project_name, entrypoint_id, entrypoint_title) values (?, ?, ?) returning id";
/** What a run was called with stays, whoever goes on with it. */
const BEGIN =
  `insert into runs (id, desktop_project_id, label_id, status, source, owner, started_at) values (?, ?, ?, ?, ?, ?, ?)
  on conflict (id) do update set status = excluded.status, owner = excluded.owner, finished_at = null`;
const BEGIN_DETAILS =
  `insert into run_details (run_id, mcp_input, cli_args, statuses, report) values (?, ?, ?, ?, ?)
  on conflict (run_id) do update set statuses = excluded.statuses, report = excluded.report, error = null`;
const REFUSE = `insert into runs (id, desktop_project_id, label_id, status, source, started_at, finished_at)
  values (?1, ?2, ?3, 'refused', ?4, ?5, ?5)`;
const REFUSE_DETAILS =
  "insert into run_details (run_id, mcp_input, cli_args, statuses, error) values (?, ?, '[]', ?, ?)";
const STATUS = "update runs set status = ?, finished_at = ? where id = ?";
const STATUS_DETAILS = `update run_details set statuses = json_insert(statuses, '$[#]', json(?)),
  report = coalesce(?, report), error = ? where run_id = ?`;
const RESTORE_DETAILS =
  `update run_details set statuses = ?, submissions = ?, report = ?, error = ? where run_id = ?`;
/** Only its own: somebody else may have gone on with it already. */
const RELEASE = "update runs set owner = null where id = ? and owner = ?";
const REPORT = "update run_details set report = ? where run_id = ?";
const SUBMIT =
  "update run_details set submissions = json_insert(submissions, '$[#]', json(?)) where run_id = ?";

/** Writes what is recorded of runs, in order; called inside a transaction. */
export function recordChanges(db: StoreDatabase, changes: readonly RunChange[]): void {
  const logs = new LogTable(db);
  for (const change of changes) {
    switch (change.type) {
      case "begun":
        begin(db, change);
        break;
      case "refused":
        refuse(db, change);
        break;
      case "status":
        setStatus(db, change);
        break;
      case "restored":
        restore(db, change);
        break;
      case "released":
        db.statement(RELEASE).run(change.runId, change.owner);
        break;
      case "report":
        db.statement(REPORT).run(change.report, change.runId);
        break;
      case "submitted":
        db.statement(SUBMIT).run(JSON.stringify(change.submission), change.runId);
        break;
      case "log":
        logs.add(change.runId, change.line);
        break;
    }
  }
  logs.finish();
}

function begin(db: StoreDatabase, change: Change<"begun">): void {
  const { runId, desktopProjectId, source, owner, startedAt, statuses, mcpInput, cliArgs, report } = change;
  const status = statuses.at(-1)?.status ?? "running";
  db.statement(BEGIN).run(runId, desktopProjectId, findLabel(db, change), status, source, owner, startedAt);
  db.statement(BEGIN_DETAILS)
    .run(runId, mcpInput, JSON.stringify(cliArgs), JSON.stringify(statuses), report);
}

function refuse(db: StoreDatabase, change: Change<"refused">): void {
  const { runId, desktopProjectId, source, at } = change;
  db.statement(REFUSE).run(runId, desktopProjectId, findLabel(db, change), source, at);
  const statuses = JSON.stringify([{ status: "refused", at }]);
  db.statement(REFUSE_DETAILS).run(runId, change.mcpInput, statuses, JSON.stringify(change.error));
}

function findLabel(
  db: StoreDatabase,
  { projectName, entrypointId, entrypointTitle }: Change<"begun" | "refused">,
): number {
  const names = [projectName, entrypointId, entrypointTitle] as const;
  const found = db.statement(LABEL).get(...names) ?? db.statement(ADD_LABEL).get(...names);
  return Number(found?.id);
}

function setStatus(db: StoreDatabase, { runId, status, at, report, error }: Change<"status">): void {
  db.statement(STATUS).run(status, FINAL.includes(status) ? at : null, runId);
  db.statement(STATUS_DETAILS).run(
    JSON.stringify({ status, at }),
    report ?? null,
    error === undefined ? null : JSON.stringify(error),
    runId,
  );
}

function restore(
  db: StoreDatabase,
  { runId, statuses, submissions, report, error }: Change<"restored">,
): void {
  const last = statuses.at(-1);
  if (!last) return;
  db.statement(STATUS).run(last.status, FINAL.includes(last.status) ? last.at : null, runId);
  db.statement(RESTORE_DETAILS).run(
    JSON.stringify(statuses),
    JSON.stringify(submissions),
    report,
    error === undefined ? null : JSON.stringify(error),
    runId,
  );
}
