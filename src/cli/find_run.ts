import type { InteractionRequest } from "../core/interaction.ts";
import { WorkflowError } from "../errors.ts";
import { restoreReport } from "../run/restore_report.ts";
import type { RunReport } from "../run/report.ts";
import type { StoredRun } from "../store/journal/stored_run.ts";
import { findTidyJournal } from "../store/journal/tidy_journal.ts";

/** A run as its journal has it. */
export interface FoundRun {
  readonly stored: StoredRun;
  /** The question that it asks, its oldest one, and its report as things stand; undefined unless it waits. */
  readonly waiting: { readonly request: InteractionRequest; readonly report: RunReport } | undefined;
}

/**
 * Finds a run in the journal of a data dir, where nothing is made.
 *
 * @param dataDir The data dir.
 * @param runId The run.
 * @returns The run.
 * @throws {WorkflowError} `not_resumable` if there is none; `store_failed` if its journal cannot be read.
 */
export function findRun(dataDir: string, runId: string): FoundRun {
  using journal = findTidyJournal(dataDir);
  const stored = journal?.get(runId);
  if (!journal || !stored) {
    throw new WorkflowError(
      "not_resumable",
      `There is no run ${
        JSON.stringify(runId)
      } in ${dataDir}; \`workflow-code runs\` lists those that there are, ` +
        "--data-dir names another folder",
    );
  }
  const [asked] = stored.status === "waiting_for_input" ? journal.pending(runId) : [];
  if (!asked) return { stored, waiting: undefined };
  const report = restoreReport(stored, journal).build(Date.now());
  return { stored, waiting: { request: asked.request, report } };
}
