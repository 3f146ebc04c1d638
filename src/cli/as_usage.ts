import { WorkflowError, type WorkflowErrorCode } from "../errors.ts";

const WRONG: ReadonlySet<WorkflowErrorCode> = new Set(["invalid_arguments", "file_rejected"]);

/**
 * Arguments that do not fit, and files of an answer that cannot be taken, are a wrong command line.
 *
 * @param error What was thrown.
 * @returns Never.
 * @throws {WorkflowError} `usage` in place of `invalid_arguments` and `file_rejected`; else what was thrown.
 */
export function asUsage(error: unknown): never {
  if (!(error instanceof WorkflowError) || !WRONG.has(error.code)) throw error;
  throw new WorkflowError("usage", error.message, { cause: error, faults: error.faults });
}
