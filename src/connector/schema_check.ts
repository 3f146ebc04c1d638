import type { ErrorObject } from "ajv";
import { joinPath } from "../core/fault_path.ts";
import { showList } from "../core/show_list.ts";
import { showValue } from "../core/show_value.ts";

/** A model that is told more than this at once does not mend more. */
const MOST_FAULTS = 10;

/** Gives what is wrong with a value, a sentence for each fault; none when it fits. */
export type SchemaCheck = (value: unknown) => readonly string[];

/**
 * Makes the check of what a model writes. ajv is loaded by the first use.
 *
 * @param schema The JSON Schema, of the dialect that its `$schema` names.
 * @param what What a value is called in a sentence, such as `the arguments`.
 * @returns The check; `undefined` for a schema that cannot be used, because it refers to another place for example.
 *
 * @example
 * ```ts
 * import { createSchemaCheck } from "./schema_check.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const check = await createSchemaCheck({ type: "object", required: ["city"] }, "the arguments");
 * assertEquals(check?.({}), ["city is missing"]);
 * ```
 */
export async function createSchemaCheck(
  schema: Readonly<Record<string, unknown>>,
  what: string,
): Promise<SchemaCheck | undefined> {
  const { compileSchema } = await import("./_ajv.ts");
  const check = compileSchema(schema);
  return check && ((value) => toFaults(check(value), what));
}

function toFaults(errors: readonly ErrorObject[], what: string): readonly string[] {
  // What a branch has against them only distracts: the choice itself is an error as well.
  const faults = errors.filter(({ schemaPath }) => !/\/(?:anyOf|oneOf|if|then|else)\/./.test(schemaPath));
  const sentences = [
    ...new Set((faults.length > 0 ? faults : errors).map((error) => toSentence(error, what))),
  ];
  const more = sentences.length - MOST_FAULTS;
  return more > 0 ? [...sentences.slice(0, MOST_FAULTS), `and ${more} more`] : sentences;
}

function toSentence(
  { instancePath, keyword, params, message, data }: ErrorObject,
  what: string,
): string {
  const path = toPath(instancePath);
  switch (keyword) {
    case "required":
      return `${joinPath(path, String(params.missingProperty))} is missing`;
    case "additionalProperties":
      return `${joinPath(path, String(params.additionalProperty))} is not known`;
    case "enum":
      return `${path || what} must be one of ${showList(params.allowedValues)}, found ${showValue(data)}`;
    case "const":
      return `${path || what} must be ${showValue(params.allowedValue)}, found ${showValue(data)}`;
    default:
      return `${path || what} ${message ?? `fail ${keyword}`}, found ${showValue(data)}`;
  }
}

/** From a JSON Pointer such as `/items/0/name`. */
function toPath(pointer: string): string {
  const parts = pointer.split("/").slice(1).map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  return parts.reduce((path, part) => joinPath(path, /^\d+$/.test(part) ? Number(part) : part), "");
}
