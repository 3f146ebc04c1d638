import type { EndedStatus, RunStatus, StatusChange } from "./run_status.ts";
import { entrypoint, paramValues } from "./_entrypoint_shape.ts";
import { runFiles } from "./_run_files_shape.ts";
import { list, nullable, number, object, type Reader, readJson, text, word } from "./_shape.ts";
import type { FinalReport, RunSummary, StoredRun } from "./stored_run.ts";

const ENDED: Readonly<Record<EndedStatus, true>> = {
  success: true,
  failed: true,
  cancelled: true,
  timeout: true,
  interrupted: true,
};

const status = word<RunStatus>({ running: true, waiting_for_input: true, resumed: true, ...ENDED });
const history = list(object<StatusChange>({ status, at: number }));
const report = object<FinalReport>({ runId: text, status });

/** The columns of a {@linkcode RunSummary}. */
export const SUMMARY_COLUMNS =
  "id, status, owner, started_at, finished_at, project_id, project_dir, entrypoint_id, " +
  "entrypoint_title, history, parent_id, parent_key";

/** The columns of a {@linkcode StoredRun}. */
export const RUN_COLUMNS =
  `${SUMMARY_COLUMNS}, bundle_id, bundle_path, entrypoint, param_values, files, report`;

/** A row as SQLite gives it. */
export type Row = Readonly<Record<string, unknown>>;

/**
 * Reads what a list shows of a run.
 *
 * @param row A row with {@linkcode SUMMARY_COLUMNS}.
 * @returns The summary.
 * @throws {ShapeError} If a column holds something else.
 */
export function parseSummary(row: Row): RunSummary {
  return {
    runId: text(row.id, "id"),
    projectId: text(row.project_id, "project_id"),
    projectDir: text(row.project_dir, "project_dir"),
    entrypointId: text(row.entrypoint_id, "entrypoint_id"),
    entrypointTitle: text(row.entrypoint_title, "entrypoint_title"),
    status: status(row.status, "status"),
    history: readJson(row.history, { reader: history, name: "history" }),
    owner: text(row.owner, "owner"),
    startedAt: number(row.started_at, "started_at"),
    finishedAt: nullable(number)(row.finished_at, "finished_at"),
    parent: row.parent_id === null ? null : {
      runId: text(row.parent_id, "parent_id"),
      key: readJson(row.parent_key, { reader: text, name: "parent_key" }),
    },
  };
}

/**
 * Reads a run.
 *
 * @param row A row with {@linkcode RUN_COLUMNS}.
 * @returns The run.
 * @throws {ShapeError} If a column holds something else.
 */
export function parseRun(row: Row): StoredRun {
  const read = <T>(name: string, reader: Reader<T>) => readJson(row[name], { reader, name });
  return {
    ...parseSummary(row),
    bundleId: text(row.bundle_id, "bundle_id"),
    bundlePath: text(row.bundle_path, "bundle_path"),
    entrypoint: read("entrypoint", entrypoint),
    values: read("param_values", paramValues),
    files: read("files", runFiles),
    report: row.report === null ? null : read("report", report),
  };
}
