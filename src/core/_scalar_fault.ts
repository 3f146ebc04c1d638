import { showList } from "./show_list.ts";
import { showValue } from "./show_value.ts";
import type { OptionSpec, ParamSpec, ParamType } from "./spec.ts";
import { TEXT_FORMATS } from "./text_formats.ts";

/** What a param demands of a single value. */
export type Rules = Pick<
  ParamSpec,
  "format" | "minLength" | "maxLength" | "pattern" | "integer" | "minimum" | "maximum"
>;

/** What a single value in a definition is measured by. */
export interface ScalarFaultOptions {
  readonly type: ParamType;
  readonly rules: Rules;
  /** The only values that are accepted, if there are such. */
  readonly options?: readonly OptionSpec[] | undefined;
}

/**
 * Looks for what is wrong with a single value of a default or an option.
 *
 * @param value The value.
 * @param measure The param's type, rules and options.
 * @returns The reason, in the words of a fault, or `undefined` when the value fits.
 */
export function scalarFault(
  value: unknown,
  { type, rules, options }: ScalarFaultOptions,
): string | undefined {
  const expected = expectedOf(value, { type, rules });
  if (expected !== undefined) return `expected ${expected}, found ${showValue(value)}`;
  if (options === undefined || options.some((option) => option.value === value)) return undefined;
  const values = showList(options.map((option) => option.value));
  return `expected one of the options (${values}), found ${showValue(value)}`;
}

function expectedOf(value: unknown, { type, rules }: ScalarFaultOptions): string | undefined {
  if (type === "number") {
    return typeof value === "number" && Number.isFinite(value) ? expectedNumber(value, rules) : "a number";
  }
  if (type === "boolean") return typeof value === "boolean" ? undefined : "true or false";
  return typeof value === "string" ? expectedText(value, rules) : "a text";
}

function expectedNumber(value: number, { integer, minimum, maximum }: Rules): string | undefined {
  if (integer && !Number.isInteger(value)) return "a whole number";
  if (minimum !== undefined && value < minimum) return `at least the minimum, ${minimum}`;
  if (maximum !== undefined && value > maximum) return `at most the maximum, ${maximum}`;
  return undefined;
}

function expectedText(text: string, { format, minLength, maxLength, pattern }: Rules): string | undefined {
  // JSON Schema counts characters, not the units of a JavaScript string.
  const length = Array.from(text).length;
  if (minLength !== undefined && length < minLength) return `at least minLength characters, ${minLength}`;
  if (maxLength !== undefined && length > maxLength) return `at most maxLength characters, ${maxLength}`;
  if (pattern !== undefined && !new RegExp(pattern, "u").test(text)) {
    return `a text that matches the pattern ${pattern}`;
  }
  if (format !== undefined && !TEXT_FORMATS[format].accepts(text)) return TEXT_FORMATS[format].meaning;
  return undefined;
}
