import { toMessage, WorkflowError } from "../../errors.ts";
import type { EndedReport } from "../report.ts";

/** How messages begin that say already in which project it was. */
const TOLD = /^(Related project|Cannot \w+ "[^"]*" of related project) "/;

/**
 * Makes the error that a run gets for a related run that did not succeed. What a workflow says itself is told as it is;
 * what else went wrong is told with the project in which it did.
 *
 * @param report The related run's final report.
 * @param alias What the caller calls its project.
 * @returns The error with the code of the failure.
 */
export function toRelatedError({ error, status }: EndedReport, alias: string): WorkflowError {
  const { code, message, errCode } = error ?? { code: "run_failed", message: `It ended as ${status}` };
  const isOwnWords = code === "business_error" || code === "interaction_declined";
  return new WorkflowError(
    code,
    isOwnWords ? message : withProject(alias, message),
    errCode === undefined ? {} : { errCode },
  );
}

/**
 * Tells in which related project something failed around its run: it cannot be opened, or not be called like this.
 *
 * @param error What was thrown.
 * @param alias What the caller calls the project.
 * @returns The error with the same code and faults.
 */
export function toRelatedFailure(error: unknown, alias: string): WorkflowError {
  const message = withProject(alias, toMessage(error));
  if (!(error instanceof WorkflowError)) return new WorkflowError("internal", message, { cause: error });
  const { code, faults } = error;
  return new WorkflowError(code === "usage" ? "invalid_arguments" : code, message, { cause: error, faults });
}

function withProject(alias: string, message: string): string {
  return TOLD.test(message) ? message : `Related project ${JSON.stringify(alias)}: ${message}`;
}
