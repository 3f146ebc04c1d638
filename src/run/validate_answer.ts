import type { InteractionRequest } from "../core/interaction.ts";
import type { ParamValues } from "../core/spec.ts";
import { WorkflowError } from "../errors.ts";
import { createValidator } from "../params/validate.ts";
import { answerError } from "./answer_error.ts";
import { toFormEntrypoint } from "./form_entrypoint.ts";

/**
 * Checks what a person filled into a form.
 *
 * @param request The question.
 * @param values The values by field name; files as absolute paths.
 * @returns The values with defaults filled in.
 * @throws {WorkflowError} `invalid_arguments` with every fault, none of which tells what a secret field was given.
 */
export async function validateAnswer(request: InteractionRequest, values: unknown): Promise<ParamValues> {
  const validate = await createValidator(toFormEntrypoint(request));
  try {
    return validate(values);
  } catch (error) {
    if (!(error instanceof WorkflowError) || error.code !== "invalid_arguments") throw error;
    throw answerError(request, error.faults);
  }
}
