import { WorkflowError } from "../../errors.ts";

/**
 * Tells whether a project only asks for what the command line has not granted.
 *
 * @param error Why it could not be opened.
 * @returns Whether options would mend it.
 */
export function isNotGranted(error: unknown): boolean {
  return error instanceof WorkflowError && error.code === "invalid_project" && error.faults.length > 0 &&
    error.faults.every(({ reason }) => reason.includes("not granted"));
}
