import type { InteractionRequest } from "../core/interaction.ts";
import {
  type FormProperty,
  formPropertyFault,
  type FormPropertyOptions,
  toFormProperty,
} from "./form_property.ts";
import { proceedField } from "./proceed_field.ts";

/** The `requestedSchema` of a form elicitation. */
export interface FormSchema {
  readonly type: "object";
  readonly properties: Readonly<Record<string, FormProperty>>;
  /** Never empty. */
  readonly required: readonly string[];
}

/** A form that a client can show, or why it cannot. */
export type FormSchemaOutcome =
  | { readonly ok: true; readonly schema: FormSchema }
  /** Words such as `"report" takes a file`. */
  | { readonly ok: false; readonly reason: string };

/**
 * Puts a question in the form of an elicitation: flat fields, in nothing but what every client takes. At least one of them is
 * required, since some clients accept by themselves what demands nothing.
 *
 * @param request The question.
 * @param options What the client speaks.
 * @returns The schema, or why there is none: files, secrets, lists without fixed options.
 */
export function toFormSchema(request: InteractionRequest, options: FormPropertyOptions): FormSchemaOutcome {
  const faults = request.fields.flatMap((field): string[] => {
    const fault = formPropertyFault(field, options);
    return fault === undefined ? [] : [`"${field.name}" ${fault}`];
  });
  if (faults.length > 0) return { ok: false, reason: faults.join("; ") };
  const proceed = proceedField(request);
  const fields = proceed ? [...request.fields, proceed] : request.fields;
  return {
    ok: true,
    schema: {
      type: "object",
      properties: Object.fromEntries(fields.map((field) => [field.name, toFormProperty(field, options)])),
      required: fields.filter(({ required }) => required).map(({ name }) => name),
    },
  };
}
