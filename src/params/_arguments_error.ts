import type { EntrypointSpec } from "../core/spec.ts";
import { type Fault, WorkflowError } from "../errors.ts";

/** A message with more faults than this is not read to its end; `faults` has them all. */
const MOST_FAULTS = 10;

/**
 * The error for arguments that do not fit. Its message says everything that a person or a model needs to mend the call.
 *
 * @param entrypoint The entrypoint that the arguments are for.
 * @param faults At least one fault; each reason reads on from the path.
 * @returns The error, `invalid_arguments`.
 */
export function argumentsError(entrypoint: EntrypointSpec, faults: readonly Fault[]): WorkflowError {
  const sentences = faults.slice(0, MOST_FAULTS).map(({ path, reason }) =>
    path === "" ? reason : `${path} ${reason}`
  );
  const rest = faults.length - sentences.length;
  if (rest > 0) sentences.push(`and ${rest} more ${rest === 1 ? "fault" : "faults"}`);
  return new WorkflowError("invalid_arguments", `Cannot start "${entrypoint.id}": ${sentences.join("; ")}`, {
    faults,
  });
}
