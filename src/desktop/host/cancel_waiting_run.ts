import { toRunEnd } from "../../run/run_end.ts";
import { restoreReport } from "../../run/restore_report.ts";
import { type HostJournal, openHostJournal } from "../../store/journal/host_journal.ts";

/**
 * Ends a run that waits for a person and that no process holds, and its parts in related projects that wait.
 *
 * @param dataDir The data dir of the run.
 * @param runId The run.
 * @returns Whether it waited, and was ended.
 * @throws {WorkflowError} `store_failed` if its journal cannot be read or written.
 */
export function cancelWaitingRun(dataDir: string, runId: string): boolean {
  using host = openHostJournal(dataDir);
  return cancel(host, runId);
}

function cancel(host: HostJournal, runId: string): boolean {
  const { journal, owner } = host;
  const stored = journal.claim(runId, { owner, from: ["waiting_for_input"] });
  if (!stored) return false;
  const end = toRunEnd({ status: "ended", reason: "cancelled" }, stored.entrypoint.timeout);
  if (!journal.finish(runId, restoreReport(stored, journal).end(Date.now(), end))) return false;
  for (const part of journal.waitingParts(runId)) cancel(host, part);
  return true;
}
