import { WorkflowError } from "../../errors.ts";

/**
 * Refuses an answer that would be lost: the related project alone may have it.
 *
 * @param runId The run that asks for it.
 * @param alias What that run calls the project.
 * @returns The error, `not_resumable`.
 */
export function notBound(runId: string, alias: string): WorkflowError {
  return new WorkflowError(
    "not_resumable",
    `Cannot answer run ${runId}: related project ${
      JSON.stringify(alias)
    } asks, which is not bound; start with ` +
      `--related-project ${alias}=<absolute-project-dir>`,
  );
}
