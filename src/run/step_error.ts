import { toMessage, WorkflowError, type WorkflowErrorCode } from "../errors.ts";
import type { StepErrorRecord } from "../store/journal/records.ts";

/**
 * Takes of what a step threw what the journal keeps.
 *
 * @param error Anything that was thrown.
 * @returns Its name and message, and by what a workflow tells one `WorkflowError` from another.
 */
export function toStepError(error: unknown): StepErrorRecord {
  if (error instanceof WorkflowError) {
    const { name, message, code, errCode } = error;
    return { name, message, code, ...(errCode === undefined ? {} : { errCode }) };
  }
  return error instanceof Error
    ? { name: error.name, message: error.message }
    : { name: "Error", message: toMessage(error) };
}

/**
 * Makes an error again of what the journal kept.
 *
 * @param kept What the journal kept.
 * @returns The error; where it was thrown is not known any more.
 */
export function reviveStepError({ name, message, code, errCode }: StepErrorRecord): Error {
  if (code !== undefined) {
    // One of another version may be unknown here, and is still what the workflow was told.
    return new WorkflowError(code as WorkflowErrorCode, message, errCode === undefined ? {} : { errCode });
  }
  return Object.assign(new Error(message), { name });
}
