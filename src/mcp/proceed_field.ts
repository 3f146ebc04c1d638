import type { FieldSpec, InteractionRequest } from "../core/interaction.ts";

/**
 * The field that is added to a form in which nothing is required: some clients accept such a form by themselves.
 *
 * @param request The question.
 * @returns A required yes or no, under a name of its own, or `undefined` where the form has a required field.
 */
export function proceedField({ fields }: InteractionRequest): FieldSpec | undefined {
  if (fields.some(({ required }) => required)) return undefined;
  const names = new Set(fields.map((field) => field.name));
  let name = "proceed";
  for (let count = 2; names.has(name); count++) name = `proceed_${count}`;
  return {
    name,
    type: "boolean",
    title: "Proceed",
    description: "Yes goes on with these values; no declines to answer",
    required: true,
    multiple: false,
    secret: false,
  };
}
