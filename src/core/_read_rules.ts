import { toMessage } from "../errors.ts";
import type { ObjectReader } from "./_object_reader.ts";
import type { Rules } from "./_scalar_fault.ts";
import { type Defined, dropUndefined } from "./drop_undefined.ts";
import { showValue } from "./show_value.ts";
import type { ParamType } from "./spec.ts";
import { TEXT_FORMATS, type TextFormat } from "./text_formats.ts";

const FORMATS = Object.keys(TEXT_FORMATS) as TextFormat[];

/** The keys of the rules of each type. */
export const RULE_KEYS: Readonly<Record<ParamType, readonly (keyof Rules)[]>> = {
  string: ["format", "minLength", "maxLength", "pattern"],
  positional: ["format", "minLength", "maxLength", "pattern"],
  number: ["integer", "minimum", "maximum"],
  boolean: [],
  checkboxes: [],
  file: [],
};

/**
 * Reads what a param demands of a single value.
 *
 * @param reader The param.
 * @param type Its type.
 * @returns The rules without fault.
 */
export function readRules(reader: ObjectReader, type: ParamType): Defined<Rules> {
  if (type === "number") return readNumberRules(reader);
  return RULE_KEYS[type].length > 0 ? readTextRules(reader) : {};
}

function readNumberRules(reader: ObjectReader): Defined<Rules> {
  const integer = reader.readBoolean("integer");
  const minimum = reader.readNumber("minimum");
  const maximum = reader.readNumber("maximum");
  if (minimum !== undefined && maximum !== undefined) {
    if (minimum > maximum) {
      reader.addFault("minimum", `expected at most the maximum, ${maximum}, found ${minimum}`);
    } else if (integer && Math.ceil(minimum) > Math.floor(maximum)) {
      reader.addFault("minimum", `expected a whole number between ${minimum} and ${maximum}, found none`);
    }
  }
  return dropUndefined({ integer: integer || undefined, minimum, maximum });
}

function readTextRules(reader: ObjectReader): Defined<Rules> {
  const format = reader.readWord("format", FORMATS);
  const range = { least: 0, greatest: Number.MAX_SAFE_INTEGER };
  const minLength = reader.readWholeNumber("minLength", range);
  const maxLength = reader.readWholeNumber("maxLength", range);
  if (minLength !== undefined && maxLength !== undefined && minLength > maxLength) {
    reader.addFault("minLength", `expected at most maxLength, ${maxLength}, found ${minLength}`);
  }
  return dropUndefined({ format, minLength, maxLength, pattern: readPattern(reader) });
}

function readPattern(reader: ObjectReader): string | undefined {
  const pattern = reader.get("pattern");
  if (pattern === undefined) return undefined;
  if (typeof pattern !== "string" || pattern === "") {
    const hint = pattern instanceof RegExp ? "; write its source as a text" : "";
    const found = pattern instanceof RegExp ? "a RegExp" : showValue(pattern);
    reader.addFault("pattern", `expected the text of a regular expression, found ${found}${hint}`);
    return undefined;
  }
  try {
    // With the flag that JSON Schema validators compile it with.
    new RegExp(pattern, "u");
    return pattern;
  } catch (error) {
    const found = showValue(pattern);
    reader.addFault("pattern", `expected a regular expression, found ${found}: ${toMessage(error)}`);
    return undefined;
  }
}
