import type { JournalDatabase } from "./_database.ts";
import { parseRun, RUN_COLUMNS } from "./_run_shapes.ts";
import { whyNotWritable, WRITABLE } from "./_writable.ts";
import { RESERVE_RUN_ID, reserveRunId } from "./reserve_run_id.ts";
import { isEnded, type RunStatus } from "./run_status.ts";
import type { FinalReport, NewRun, ParentRun, StoredRun } from "./stored_run.ts";

const INSERT =
  `insert into runs (id, status, owner, started_at, changed_at, project_id, project_dir, entrypoint_id,
  entrypoint_title, bundle_id, bundle_path, history, entrypoint, param_values, files,
  parent_id, parent_key)
  values (?1, 'running', ?2, ?3, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)`;

const CHILD = `select ${RUN_COLUMNS} from runs where parent_id = ? and parent_key = ?
  order by started_at desc, rowid desc limit 1`;

const WAITING_PARTS = "select id from runs where parent_id = ? and status = 'waiting_for_input'";

/** Sets `history` with one more change, the JSON in `param`; a damaged history stays as it is. */
export const appendToHistory = (param: string): string =>
  `history = iif(json_valid(history), json_insert(history, '$[#]', json(${param})), history)`;

const SET_STATUS = `update runs set status = ?3, changed_at = ?4, finished_at = ?5, report = ?6,
  ${appendToHistory("?7")} where ${WRITABLE} and status <> ?3`;

const CLAIM =
  `update runs set status = 'resumed', owner = ?2, changed_at = ?3, finished_at = null, report = null,
  ${appendToHistory("?4")}, bundle_id = coalesce(?6, bundle_id), bundle_path = coalesce(?7, bundle_path),
  entrypoint = coalesce(?8, entrypoint), entrypoint_title = coalesce(?9, entrypoint_title)
  where id = ?1 and status <> 'success' and status in (select value from json_each(?5)) returning ${RUN_COLUMNS}`;

/** Forgets the questions that a run of the JSON list `?1` still asks: it has ended, so nobody can answer them. */
export const CLOSE_INTERACTIONS =
  "delete from interactions where answer is null and run_id in (select value from json_each(?1))";

/** What {@linkcode Runs.move} moves a run to. */
export interface Move {
  readonly status: RunStatus;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The final report of a run that ends. */
  readonly report?: FinalReport;
}

/** How {@linkcode Runs.claim} takes a run over. */
export interface Claim {
  readonly owner: string;
  readonly from: readonly RunStatus[];
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The snapshot of the project that the run goes on with, where that is another one. */
  readonly renewed?: Pick<StoredRun, "bundleId" | "bundlePath" | "entrypoint">;
}

/** The runs of the journal, one at a time. */
export class Runs {
  readonly #db: JournalDatabase;

  constructor(db: JournalDatabase) {
    this.#db = db;
  }

  begin(run: NewRun): string {
    return this.#db.transact(`begin a run of ${JSON.stringify(run.entrypoint.id)}`, () => {
      const id = reserveRunId(this.#db.statement(RESERVE_RUN_ID), new Date(run.startedAt));
      this.#db.statement(INSERT).run(
        id,
        run.owner,
        run.startedAt,
        run.projectId,
        run.projectDir,
        run.entrypoint.id,
        run.entrypoint.title,
        run.bundleId,
        run.bundlePath,
        JSON.stringify([{ status: "running", at: run.startedAt }]),
        JSON.stringify(run.entrypoint),
        JSON.stringify(run.values),
        JSON.stringify(run.files),
        run.parent?.runId ?? null,
        run.parent ? JSON.stringify(run.parent.key) : null,
      );
      return id;
    });
  }

  /** Within a transaction. Whether the run has the status now; not if it had ended or belongs to another owner. */
  move(runId: string, { status, at, report }: Move): boolean {
    const { changes } = this.#db.statement(SET_STATUS).run(
      runId,
      this.#db.owner,
      status,
      at,
      isEnded(status) ? at : null,
      report === undefined ? null : JSON.stringify(report),
      JSON.stringify({ status, at }),
    );
    if (changes === 0) return this.#hasAlready(runId, status);
    if (isEnded(status)) this.#db.statement(CLOSE_INTERACTIONS).run(JSON.stringify([runId]));
    if (status === "success") this.#forgetInside(runId);
    return true;
  }

  claim(runId: string, { owner, from, at, renewed }: Claim): StoredRun | undefined {
    return this.#db.transact(`take over run ${runId}`, () => {
      const change = JSON.stringify({ status: "resumed", at });
      const row = this.#db.statement(CLAIM).get(
        runId,
        owner,
        at,
        change,
        JSON.stringify(from),
        renewed?.bundleId ?? null,
        renewed?.bundlePath ?? null,
        renewed ? JSON.stringify(renewed.entrypoint) : null,
        renewed?.entrypoint.title ?? null,
      );
      return row === undefined ? undefined : parseRun(row);
    });
  }

  get(runId: string): StoredRun | undefined {
    return this.#db.attempt(`read run ${runId}`, () => {
      const row = this.#db.statement(`select ${RUN_COLUMNS} from runs where id = ?`).get(runId);
      return row === undefined ? undefined : parseRun(row);
    });
  }

  /** The latest run that a step of another one is. */
  getChild({ runId, key }: ParentRun): StoredRun | undefined {
    return this.#db.attempt(`look for what run ${runId} called`, () => {
      const row = this.#db.statement(CHILD).get(runId, JSON.stringify(key));
      return row === undefined ? undefined : parseRun(row);
    });
  }

  /** The runs that a run called and that wait. */
  waitingParts(runId: string): string[] {
    return this.#db.attempt(
      `look for what run ${runId} called`,
      () => this.#db.statement(WAITING_PARTS).all(runId).map(({ id }) => String(id)),
    );
  }

  #hasAlready(runId: string, status: RunStatus): boolean {
    const isWritable = this.#db.statement(`select status from runs where ${WRITABLE}`).get(
      runId,
      this.#db.owner,
    );
    if (isWritable !== undefined) return isWritable.status === status;
    if (this.#db.statement("select 1 from runs where id = ?").get(runId) === undefined) {
      throw whyNotWritable(this.#db, runId);
    }
    return false;
  }

  /** Nobody goes on with a run that succeeded: what it did is in its report. */
  #forgetInside(runId: string): void {
    this.#db.statement("delete from steps where run_id = ?").run(runId);
    this.#db.statement("delete from interactions where run_id = ?").run(runId);
    this.#db.statement("update runs set param_values = '{}', files = '{}' where id = ?").run(runId);
  }
}
