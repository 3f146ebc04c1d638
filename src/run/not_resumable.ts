import type { WorkflowError } from "../errors.ts";
import type { StoredRun } from "../store/journal/stored_run.ts";
import { cannotGoOn } from "./cannot_go_on.ts";

/**
 * Says why nobody can go on with a run as it was tried.
 *
 * @param runId The run.
 * @param run The run as it is; undefined if there is none.
 * @returns The error, `not_resumable`.
 */
export function notResumable(runId: string, run: Pick<StoredRun, "status"> | undefined): WorkflowError {
  return cannotGoOn(runId, explain(run));
}

function explain(run: Pick<StoredRun, "status"> | undefined): string {
  switch (run?.status) {
    case undefined:
      return "there is no such run in this data dir";
    case "running":
    case "resumed":
      return "another process is at work on it";
    case "waiting_for_input":
      return "it waits for an answer";
    case "success":
      return "it has succeeded";
    default:
      return `it does not wait for an answer, its status is ${run?.status}`;
  }
}
