import { toRunEnd } from "../../run/run_end.ts";
import { restoreReport } from "../../run/restore_report.ts";
import { openHostJournal } from "../../store/journal/host_journal.ts";

/**
 * Ends a run that waits for a person and that no process holds.
 *
 * @param dataDir The data dir of the run.
 * @param runId The run.
 * @returns Whether it waited, and was ended.
 * @throws {WorkflowError} `store_failed` if its journal cannot be read or written.
 */
export function cancelWaitingRun(dataDir: string, runId: string): boolean {
  using host = openHostJournal(dataDir);
  const { journal, owner } = host;
  const stored = journal.claim(runId, { owner, from: ["waiting_for_input"] });
  if (!stored) return false;
  const end = toRunEnd({ status: "ended", reason: "cancelled" }, stored.entrypoint.timeout);
  return journal.finish(runId, restoreReport(stored, journal).end(Date.now(), end));
}
