import type { InteractionRequest } from "../core/interaction.ts";
import { type Fault, WorkflowError } from "../errors.ts";

/** A message with more faults than this is not read to its end; `faults` has them all. */
const MOST_FAULTS = 10;

/**
 * The error for an answer that does not fit its form. What was given for a secret field is told nowhere in it.
 *
 * @param request The question.
 * @param faults At least one fault; each path begins with the name of a field, and each reason reads on from it.
 * @returns The error, `invalid_arguments`.
 */
export function answerError({ id, fields }: InteractionRequest, faults: readonly Fault[]): WorkflowError {
  const secret = new Set(fields.filter((field) => field.secret).map((field) => field.name));
  const shown = faults.map(({ path, reason }) => ({
    path,
    reason: secret.has(toFieldName(path)) ? withoutValue(reason) : reason,
  }));
  const sentences = shown.slice(0, MOST_FAULTS).map(({ path, reason }) =>
    path === "" ? reason : `${path} ${reason}`
  );
  const rest = shown.length - sentences.length;
  if (rest > 0) sentences.push(`and ${rest} more ${rest === 1 ? "fault" : "faults"}`);
  const message = `Cannot answer ${JSON.stringify(id)}: ${sentences.join("; ")}`;
  return new WorkflowError("invalid_arguments", message, { faults: shown });
}

/** The name of the field that a fault is about: `tags` of `tags[1]`. */
export function toFieldName(path: string): string {
  return /^[\w-]*/.exec(path)?.[0] ?? "";
}

/** What was found is told at a reason's end. */
function withoutValue(reason: string): string {
  return reason.split(";", 1)[0] ?? reason;
}
