import type { RunReport } from "../../run/report.ts";
import { restoreReport } from "../../run/restore_report.ts";
import { isOwnerAlive, removeDeadOwners } from "../../store/journal/owner.ts";
import type { Journal } from "../../store/journal/journal.ts";
import { isEnded, type RunStatus } from "../../store/journal/run_status.ts";
import type { StoredRun } from "../../store/journal/stored_run.ts";
import { findTidyJournal } from "../../store/journal/tidy_journal.ts";
import type { DesktopDatabase, OpenRun } from "../data/desktop_database.ts";
import type { RecordedError, Submission } from "../data/recorded_run.ts";
import type { RunChange } from "../data/run_change.ts";
import type { UserData } from "../data/user_data.ts";

const DIED: RecordedError = {
  code: "interrupted",
  message: "The process that worked on the run has ended; the run can be gone on with",
};

/** What brings a recorded run in line. */
export type Correction = Extract<RunChange, { readonly type: "status" | "restored" }>;

/**
 * Brings what is recorded in line with the journal, which is the truth: of runs whose recorder was killed, and of those that waited
 * and were answered elsewhere, such as on the command line.
 *
 * @param database What is recorded.
 * @param userData The Desktop.
 * @param record Writes what is to be changed. Default: the database, at once.
 * @throws {WorkflowError} `store_failed` if one of the two cannot be read or written.
 */
export function reconcileRuns(
  database: DesktopDatabase,
  { dir, dataDir }: Pick<UserData, "dir" | "dataDir">,
  record: (changes: readonly Correction[]) => void = (changes) => database.record(changes),
): void {
  const doubtful = database.openRuns().filter((run) => isDoubtful(run, dir));
  removeDeadOwners(dir);
  if (doubtful.length === 0) return;
  using journal = findTidyJournal(dataDir);
  const changes = doubtful.flatMap((run) => toChange(run, journal) ?? []);
  if (changes.length > 0) record(changes);
}

/** Whoever works on a run records it; one that waits may be answered by anybody. */
function isDoubtful({ status, owner }: OpenRun, userDataDir: string): boolean {
  return status === "waiting_for_input" || owner === null || !isOwnerAlive(userDataDir, owner);
}

function toChange({ runId, status }: OpenRun, journal: Journal | undefined): Correction | undefined {
  const stored = journal?.get(runId);
  if (!journal || !stored) {
    // It was pruned, or its data dir is another one now: nobody will ever say more of it.
    if (status === "waiting_for_input") return undefined;
    return { type: "status", runId, status: "interrupted", at: Date.now(), error: DIED };
  }
  if (stored.status === status) return undefined;
  // The journal gives a final report back as it was given.
  const report = stored.report as RunReport | null ?? toReport(stored, journal);
  return {
    type: "restored",
    runId,
    statuses: stored.history,
    submissions: toSubmissions(report),
    report: JSON.stringify(report),
    ...toError(stored.status, report),
  };
}

function toReport(stored: StoredRun, journal: Journal): RunReport {
  const report = restoreReport(stored, journal).build(stored.finishedAt ?? Date.now());
  if (stored.finishedAt === null) return report;
  const { status, finishedAt } = stored;
  return { ...report, status, finishedAt: new Date(finishedAt).toISOString() };
}

/** Of a success the journal has kept no more than the report. */
function toSubmissions({ interactions }: Pick<RunReport, "interactions">): Submission[] {
  return interactions.flatMap(({ id, action, values, answeredAt }) =>
    action === null ? [] : [{ key: id, id, action, values, at: Date.parse(answeredAt ?? "") || 0 }]
  );
}

function toError(status: RunStatus, { error }: RunReport): { readonly error?: RecordedError } {
  if (error) return { error: { code: error.code, message: error.message } };
  if (status === "interrupted") return { error: DIED };
  if (status === "timeout") return { error: { code: "timeout", message: "The run has waited for too long" } };
  return isEnded(status) && status !== "success"
    ? { error: { code: status, message: `The run is ${status}` } }
    : {};
}
