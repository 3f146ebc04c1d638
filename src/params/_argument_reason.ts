import type { ErrorObject } from "ajv";
import { showList } from "../core/show_list.ts";
import { showValue } from "../core/show_value.ts";
import type { ParamSpec } from "../core/spec.ts";
import { TEXT_FORMATS } from "../core/text_formats.ts";

/** The word of JSON for the values of each type. */
const ITEMS: Readonly<Record<string, string>> = {
  string: "strings",
  positional: "strings",
  number: "numbers",
  boolean: "booleans",
  checkboxes: "strings",
  file: "file paths",
};

/**
 * Says what ajv found, in words that a model can act on.
 *
 * @param error One error of ajv, made with `verbose`.
 * @param param The param that it is about.
 * @returns Words that read on from the param's path.
 */
export function argumentReason(error: ErrorObject, param: ParamSpec): string {
  const { keyword, data } = error;
  const got = showValue(data);
  switch (keyword) {
    case "type":
      return `must be ${typeWords(error, param)}; got ${got}`;
    case "enum":
      return `must be one of ${showList((param.options ?? []).map((option) => option.value))}; got ${got}`;
    case "minLength":
      return `must have at least ${countCharacters(param.minLength)}; got ${got}`;
    case "maxLength":
      return `must have at most ${countCharacters(param.maxLength)}; got ${got}`;
    case "pattern":
      return `must match the pattern ${param.pattern}; got ${got}`;
    case "format":
      return `must be ${param.format ? TEXT_FORMATS[param.format].meaning : "different"}; got ${got}`;
    case "minimum":
      return `must be at least ${param.minimum}; got ${got}`;
    case "maximum":
      return `must be at most ${param.maximum}; got ${got}`;
    case "minItems":
      return "must have at least one item; got none";
    case "uniqueItems":
      return repeatedItem(error);
    default:
      return `${error.message ?? keyword}; got ${got}`;
  }
}

function typeWords({ params }: ErrorObject, param: ParamSpec): string {
  switch (params.type) {
    case "array":
      return `an array of ${ITEMS[param.type]}`;
    case "integer":
      return "a whole number";
    case "boolean":
      return "true or false";
    case "number":
      return "a number";
    default:
      return "a string";
  }
}

function repeatedItem({ params, data }: ErrorObject): string {
  const [first, second] = [params.i, params.j].map(Number).sort((a, b) => a - b);
  const items: readonly unknown[] = Array.isArray(data) ? data : [];
  return `must not repeat an item; items ${first} and ${second} are both ${showValue(items[first ?? 0])}`;
}

function countCharacters(length: number | undefined): string {
  return `${length} ${length === 1 ? "character" : "characters"}`;
}
