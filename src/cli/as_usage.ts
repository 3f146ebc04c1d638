import { WorkflowError } from "../errors.ts";

/**
 * Arguments that do not fit are a wrong command line.
 *
 * @param error What was thrown.
 * @returns Never.
 * @throws {WorkflowError} `usage` in place of `invalid_arguments`; else what was thrown.
 */
export function asUsage(error: unknown): never {
  if (!(error instanceof WorkflowError) || error.code !== "invalid_arguments") throw error;
  throw new WorkflowError("usage", error.message, { cause: error, faults: error.faults });
}
