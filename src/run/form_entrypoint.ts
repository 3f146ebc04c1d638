import type { InteractionRequest } from "../core/interaction.ts";
import type { EntrypointSpec } from "../core/spec.ts";

/**
 * Puts a question in the form of an entrypoint: its fields are params, so that whatever checks, publishes or reads the
 * params of an entrypoint does the same for a form.
 *
 * @param request The question.
 * @returns An entrypoint that is never run.
 */
export function toFormEntrypoint({ id, message, fields }: InteractionRequest): EntrypointSpec {
  return { id, title: message, timeout: 1, dynamic: false, params: fields };
}
