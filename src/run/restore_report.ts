import type { Journal } from "../store/journal/journal.ts";
import type { StoredRun } from "../store/journal/stored_run.ts";
import { toEvents } from "./replay_events.ts";
import { ReportBuilder } from "./report_builder.ts";

/**
 * Begins the report of a run where its journal ends.
 *
 * @param stored The run.
 * @param journal The journal that it is in.
 * @returns A builder that has taken in what the run has done and asked.
 */
export function restoreReport(
  { runId, projectId, entrypoint, values, startedAt, history }: StoredRun,
  journal: Pick<Journal, "replay" | "pending">,
): ReportBuilder {
  const builder = new ReportBuilder({
    runId,
    projectId,
    entrypoint,
    params: values,
    startedAt,
    statuses: history,
  });
  for (const event of toEvents(journal.replay(runId), journal.pending(runId))) builder.apply(event);
  return builder;
}
