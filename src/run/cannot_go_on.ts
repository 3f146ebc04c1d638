import { WorkflowError } from "../errors.ts";

/**
 * Says that nobody can go on with a run.
 *
 * @param runId The run.
 * @param why The reason.
 * @returns The error, `not_resumable`.
 */
export function cannotGoOn(runId: string, why: string): WorkflowError {
  return new WorkflowError("not_resumable", `Cannot go on with run ${runId}: ${why}`);
}
