import type { ResolvedOptions } from "../../../core/parse_resolved_params.ts";
import { toMessage } from "../../../errors.ts";
import type { RunFormView } from "../view.ts";

/** How long a page waits for the choices of its form, in milliseconds. */
const PATIENCE_MS = 1_500;

/** What a form knows of its choices. */
export type Choices = Pick<RunFormView, "options" | "optionsFault" | "areOptionsComing">;

/**
 * Waits a moment for the choices that a workflow works out: its form can be filled in and sent without them.
 *
 * @param resolving The choices.
 * @param patienceMs How long, in milliseconds. Default: a second and a half.
 * @returns The choices, or why there are none (yet).
 */
export async function gatherChoices(
  resolving: Promise<ResolvedOptions>,
  patienceMs = PATIENCE_MS,
): Promise<Choices> {
  const choices = resolving.then(
    (options): Choices => ({ options }),
    (error): Choices => ({ options: {}, optionsFault: toMessage(error) }),
  );
  const late = Promise.withResolvers<Choices>();
  const timer = setTimeout(() => late.resolve({ options: {}, areOptionsComing: true }), patienceMs);
  return await Promise.race([choices, late.promise]).finally(() => clearTimeout(timer));
}
