import { showValue } from "../core/show_value.ts";
import type { FieldSpec, InteractionRequest } from "../core/interaction.ts";
import type { ParamValues } from "../core/spec.ts";
import { type Fault, WorkflowError } from "../errors.ts";
import { toOptionText } from "./form_property.ts";
import { isObject, type JsonObject } from "./json_object.ts";
import { proceedField } from "./proceed_field.ts";

/** What a client's answer to a form comes to. `cancel` is no answer: the person closed the form. */
export type FormAnswer =
  | { readonly action: "accept"; readonly values: ParamValues }
  | { readonly action: "decline" }
  | { readonly action: "cancel" }
  /** Nothing that can be taken for an answer; the faults say why, for the person. */
  | { readonly action: "invalid"; readonly faults: readonly Fault[] };

/** Options for {@linkcode readFormAnswer}. */
export interface ReadFormAnswerOptions {
  /** Checks values against the question's fields; throws a `WorkflowError` `invalid_arguments` with every fault. */
  readonly validate: (values: JsonObject) => Promise<ParamValues>;
}

/**
 * Reads what a client answered to a form. Nothing in it is trusted: clients accept without values, with values of the wrong
 * type and with keys that were never asked for; the last are dropped.
 *
 * @param request The question.
 * @param result The `ElicitResult` as the client sent it.
 * @param options How values are checked.
 * @returns The answer.
 */
export async function readFormAnswer(
  request: InteractionRequest,
  result: unknown,
  { validate }: ReadFormAnswerOptions,
): Promise<FormAnswer> {
  const { action, content } = isObject(result) ? result : {};
  if (action === "decline" || action === "cancel") return { action };
  if (action !== "accept") return invalid("there was neither an answer nor a refusal");
  if (!isObject(content)) return invalid("the form was accepted without any values");
  const proceed = proceedField(request);
  if (proceed) {
    const value = own(content, proceed.name);
    if (value === false) return { action: "decline" };
    if (value !== true) {
      return invalid(`must be true or false; got ${showValue(value)}`, proceed.name);
    }
  }
  try {
    return { action: "accept", values: await validate(toValues(request.fields, content)) };
  } catch (error) {
    if (!(error instanceof WorkflowError && error.code === "invalid_arguments")) throw error;
    return { action: "invalid", faults: error.faults };
  }
}

function invalid(reason: string, path = ""): FormAnswer {
  return { action: "invalid", faults: [{ path, reason }] };
}

function own(content: JsonObject, name: string): unknown {
  return Object.hasOwn(content, name) ? content[name] : undefined;
}

function toValues(fields: readonly FieldSpec[], content: JsonObject): JsonObject {
  const entries = fields.flatMap((field): [string, unknown][] => {
    const value = own(content, field.name);
    return isLeftOut(field, value) ? [] : [[field.name, toValue(field, value)]];
  });
  return Object.fromEntries(entries);
}

/** Some clients send null or an empty text for a field that a person left alone. */
function isLeftOut(field: FieldSpec, value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return value === "" && !field.required && field.default === undefined && !takesEmptyText(field);
}

function takesEmptyText({ type, format, minLength, pattern, options }: FieldSpec): boolean {
  if (options) return options.some(({ value }) => value === "");
  return type === "string" && format === undefined && !minLength &&
    (pattern === undefined || new RegExp(pattern, "u").test(""));
}

/** In a form every option is a text. */
function toValue({ options, multiple }: FieldSpec, value: unknown): unknown {
  if (!options) return value;
  const toItem = (item: unknown) => options.find((option) => toOptionText(option) === item)?.value ?? item;
  return multiple && Array.isArray(value) ? value.map(toItem) : toItem(value);
}
