import type { InteractionRequest } from "../core/interaction.ts";
import type { Fault } from "../errors.ts";
import { toFieldName } from "../run/answer_error.ts";

/** More faults than this nobody mends at once. */
const MOST_FAULTS = 10;

/**
 * What people read above the fields of a form.
 *
 * @param request The question.
 * @param faults What was wrong with the answer before; none at first.
 * @returns The question, and under it what to mend.
 */
export function toFormMessage(request: InteractionRequest, faults: readonly Fault[]): string {
  if (faults.length === 0) return request.message;
  return `${request.message}\n\nThe answer could not be used; please mend it:\n${
    showFaults(request, faults).map((fault) => `- ${fault}`).join("\n")
  }`;
}

/**
 * Says what was wrong with an answer, by the names that people see in the form.
 *
 * @param request The question.
 * @param faults The faults.
 * @returns A line each; of many only the first.
 */
export function showFaults({ fields }: InteractionRequest, faults: readonly Fault[]): string[] {
  const lines = faults.slice(0, MOST_FAULTS).map(({ path, reason }) => {
    const name = toFieldName(path);
    const title = fields.find((field) => field.name === name)?.title;
    return path === "" ? reason : `${title ? title + path.slice(name.length) : path} ${reason}`;
  });
  const rest = faults.length - lines.length;
  return rest > 0 ? [...lines, `and ${rest} more`] : lines;
}
