import type { EntrypointSpec, ParamValues } from "../core/spec.ts";
import { toMessage, WorkflowError } from "../errors.ts";
import { createValidator } from "../params/validate.ts";

/**
 * Checks the values with which a run began against the params of the entrypoint with which it goes on.
 *
 * @param entrypoint The entrypoint.
 * @param run The run's id, for the message, and its values.
 * @returns The values, with defaults that are new filled in.
 * @throws {WorkflowError} `not_resumable` with every fault, if they do not fit.
 */
export async function fitValues(
  entrypoint: EntrypointSpec,
  { runId, values }: { readonly runId: string; readonly values: ParamValues },
): Promise<ParamValues> {
  try {
    return (await createValidator(entrypoint))(values);
  } catch (error) {
    if (!(error instanceof WorkflowError) || error.code !== "invalid_arguments") throw error;
    throw new WorkflowError(
      "not_resumable",
      `Cannot go on with run ${runId}: its arguments do not fit the project as it is now: ${
        toMessage(error)
      }`,
      { cause: error, faults: error.faults },
    );
  }
}
