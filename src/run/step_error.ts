import { toMessage, WorkflowError } from "../errors.ts";
import type { StepRecord } from "../store/journal/records.ts";

/** What the journal keeps of what a step threw. */
export type StepError = Extract<StepRecord["outcome"], { readonly ok: false }>["error"];

/**
 * Takes of what a step threw what the journal keeps.
 *
 * @param error Anything that was thrown.
 * @returns Its name and message, and the code by which workflows tell some apart.
 */
export function toStepError(error: unknown): StepError {
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
 * @param kept Its name and message.
 * @returns The error; where it was thrown is not known any more.
 */
export function reviveStepError({ name, message, code, errCode }: StepError): Error {
  if (code !== undefined) return new WorkflowError(code, message, errCode === undefined ? {} : { errCode });
  return Object.assign(new Error(message), { name });
}
