import { join } from "@std/path";
import type { ParamValues } from "../../core/spec.ts";
import { StoreDatabase } from "../../store/database.ts";
import type { ActiveStatus } from "../../store/journal/run_status.ts";
import { type Draft, DraftTable } from "./_draft_table.ts";
import { ProjectTable } from "./_project_table.ts";
import { recordChanges } from "./_record_changes.ts";
import { type Pruned, pruneRecords } from "./_retention.ts";
import {
  countRuns,
  listRuns,
  type LogOptions,
  readLog,
  readRun,
  type RecentRuns,
  type RecentRunsOptions,
  type RunCounts,
} from "./_run_queries.ts";
import { readSettings, takeTurn, writeSettings } from "./_settings_table.ts";
import type { AllowList, DesktopProject, DesktopRelation } from "./desktop_project.ts";
import type { DesktopSettings } from "./desktop_settings.ts";
import { MIGRATIONS } from "./migrations.ts";
import type { LogLine, RecordedRun } from "./recorded_run.ts";
import type { RunChange } from "./run_change.ts";

export type { Draft, LogOptions, Pruned, RecentRuns, RecentRunsOptions, RunCounts };

/** The runs that a recorder or nobody works on, as they are recorded. */
export interface OpenRun {
  readonly runId: string;
  readonly status: ActiveStatus;
  /** The recorder that works on it, or did when its process died; null for nobody. */
  readonly owner: string | null;
}

/** How {@linkcode DesktopDatabase} is opened. */
export interface DesktopDatabaseOptions {
  /** The time, in milliseconds since 1970. @default Date.now */
  readonly now?: () => number;
  /** How long a call waits for another process's write, in milliseconds. @default 10000 */
  readonly busyTimeout?: number;
  /** Whether it is only read, which needs nobody's leave. @default false */
  readonly readOnly?: boolean;
}

/**
 * `desktop.sqlite`: the registry of projects, drafts, settings and every recorded run. Several processes may have it open. Every
 * method throws a `WorkflowError` with code `store_failed` where the database fails.
 */
export class DesktopDatabase implements Disposable {
  readonly #db: StoreDatabase;
  readonly #now: () => number;
  readonly #projects: ProjectTable;
  readonly #drafts: DraftTable;

  /**
   * Opens the database; makes it on first use.
   *
   * @param userDataDir The folder of user data.
   * @param options The time, and how long to wait for others.
   * @throws {WorkflowError} `store_failed` if it cannot be opened, is damaged or was written by a newer version.
   */
  constructor(userDataDir: string, options: DesktopDatabaseOptions = {}) {
    const { now = Date.now, busyTimeout, readOnly = false } = options;
    this.#db = new StoreDatabase(toDatabasePath(userDataDir), {
      name: "Desktop database",
      migrations: MIGRATIONS,
      readOnly,
      busyTimeout,
    });
    this.#now = now;
    this.#projects = new ProjectTable(this.#db);
    this.#drafts = new DraftTable(this.#db);
  }

  /** @returns Every project, by name. */
  projects(): DesktopProject[] {
    return this.#projects.all();
  }

  /** @returns The project with this Desktop project id. */
  project(id: string): DesktopProject | undefined {
    return this.#projects.get(id);
  }

  /** Adds a project, with an id that no other one on this machine has. */
  addProject(project: DesktopProject): void {
    this.#projects.add(project);
  }

  /** Notes where a project is now, and what it is called there. */
  moveProject(id: string, place: Pick<DesktopProject, "dir" | "name">): void {
    this.#projects.move(id, place);
  }

  /** @returns Whether there was such a project. What is recorded of its runs stays. */
  removeProject(id: string): boolean {
    return this.#projects.remove(id);
  }

  /** Writes what a person grants a project. */
  setAllowList(id: string, list: AllowList): void {
    this.#projects.setAllowList(id, list);
  }

  /** @returns The relations of a project, by alias. */
  relations(id: string): DesktopRelation[] {
    return this.#projects.relations(id);
  }

  /** Relates a project to another one by an alias; one that it had by this alias is replaced. */
  relate(id: string, alias: string, otherId: string): void {
    this.#projects.relate(id, { alias, otherId });
  }

  /** @returns Whether there was such a relation. */
  unrelate(id: string, alias: string): boolean {
    return this.#projects.unrelate(id, alias);
  }

  /** @returns A page of runs, the newest first. */
  recentRuns(options: RecentRunsOptions): RecentRuns {
    return this.#db.attempt("list the runs", () => listRuns(this.#db, options));
  }

  /** @returns How many runs there are of each status, of all projects or one. */
  runCounts({ desktopProjectId }: { readonly desktopProjectId?: string } = {}): RunCounts {
    return this.#db.attempt("count the runs", () => countRuns(this.#db, desktopProjectId));
  }

  /** @returns A run with everything but its log. */
  run(runId: string): RecordedRun | undefined {
    return this.#db.attempt(`read run ${runId}`, () => readRun(this.#db, runId));
  }

  /** @returns Lines of a run's log, in order. */
  logs(runId: string, options: LogOptions): LogLine[] {
    return this.#db.attempt(`read the log of run ${runId}`, () => readLog(this.#db, runId, options));
  }

  /** @returns How many lines a run has printed, also those that its log no longer keeps. */
  logCount(runId: string): number {
    const sql = "select log_count from run_details where run_id = ?";
    return this.#db.attempt(
      `count the log of run ${runId}`,
      () => Number(this.#db.statement(sql).get(runId)?.log_count ?? 0),
    );
  }

  /** @returns What a person last left in a run form, and the defaults that were made of it. */
  draft(desktopProjectId: string, entrypointId: string): Draft | undefined {
    return this.#drafts.get(desktopProjectId, entrypointId);
  }

  /** Keeps what a person leaves in a run form; secrets are the caller's to leave out. */
  saveDraft(desktopProjectId: string, entrypointId: string, values: ParamValues): void {
    this.#drafts.save(desktopProjectId, entrypointId, { values, savedAt: this.#now() });
  }

  /** Makes the draft the defaults of the MCP tool. */
  useDraftAsDefaults(desktopProjectId: string, entrypointId: string): void {
    this.#drafts.use(desktopProjectId, entrypointId);
  }

  /** Lets the schema's own defaults hold again. */
  clearDefaults(desktopProjectId: string, entrypointId: string): void {
    this.#drafts.clearDefaults(desktopProjectId, entrypointId);
  }

  /** @returns The defaults of a project that were made of drafts, by entrypoint. */
  defaults(desktopProjectId: string): ReadonlyMap<string, ParamValues> {
    return this.#drafts.defaults(desktopProjectId);
  }

  /** @returns What is set. */
  settings(): DesktopSettings {
    return readSettings(this.#db);
  }

  /** Sets something; what is left out stays. */
  saveSettings(settings: Partial<DesktopSettings>): void {
    writeSettings(this.#db, settings);
  }

  /** @returns A number that grows whenever any process has written. */
  changeCount(): number {
    return this.#db.attempt("look for changes", () => {
      const others = this.#db.statement("pragma data_version").get()?.data_version;
      const own = this.#db.statement("select total_changes() as n").get()?.n;
      return Number(others) + Number(own);
    });
  }

  /** Records what happens to runs: all of it, or none. */
  record(changes: readonly RunChange[]): void {
    this.#db.transact("record runs", () => recordChanges(this.#db, changes));
  }

  /** @returns The runs that have not ended, as they are recorded. */
  openRuns(): OpenRun[] {
    const sql =
      "select id, status, owner from runs where status in ('running', 'resumed', 'waiting_for_input')";
    return this.#db.attempt("look for runs that go on", () =>
      this.#db.statement(sql).all().map((row) => ({
        runId: String(row.id),
        status: String(row.status) as OpenRun["status"],
        owner: row.owner === null ? null : String(row.owner),
      })));
  }

  /** Asks whoever works on a run to cancel it. */
  requestCancel(runId: string): void {
    const sql = "insert or ignore into cancel_requests (run_id, at) select id, ? from runs where id = ?";
    this.#db.attempt(
      `ask for the end of run ${runId}`,
      () => this.#db.statement(sql).run(this.#now(), runId),
    );
  }

  /** @returns The runs of a recorder that somebody wants to be cancelled; they are told once. */
  takeCancelRequests(owner: string): string[] {
    const sql = `delete from cancel_requests where run_id in
      (select run_id from cancel_requests join runs on id = run_id where owner = ?) returning run_id`;
    return this.#db.attempt("look for runs to cancel", () => {
      const row = this.#db.statement("select exists (select 1 from cancel_requests) as some").get();
      return row?.some === 0 ? [] : this.#db.statement(sql).all(owner).map(({ run_id }) => String(run_id));
    });
  }

  /** Removes what is older than the settings say. */
  prune(): Pruned {
    return pruneRecords(this.#db, this.settings(), this.#now());
  }

  /**
   * Takes the turn to tidy up, which comes once in a while.
   *
   * @param name What is tidied up.
   * @param every How often, in milliseconds.
   * @returns Whether it is this process's turn.
   */
  takeTurn(name: string, every: number): boolean {
    return takeTurn(this.#db, `turn:${name}`, { now: this.#now(), every });
  }

  /** Closes the database. */
  [Symbol.dispose](): void {
    this.#db[Symbol.dispose]();
  }
}

/**
 * Where the database of a user data folder is.
 *
 * @param userDataDir The folder.
 * @returns Its path.
 */
export function toDatabasePath(userDataDir: string): string {
  return join(userDataDir, "desktop.sqlite");
}
