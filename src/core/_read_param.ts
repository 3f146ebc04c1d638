import { ObjectReader, type Place } from "./_object_reader.ts";
import { readDefault } from "./_read_default.ts";
import { readOptions } from "./_read_options.ts";
import { readRules, RULE_KEYS } from "./_read_rules.ts";
import { dropUndefined } from "./drop_undefined.ts";
import { showList } from "./show_list.ts";
import type { ParamSpec, ParamType } from "./spec.ts";

/** The keys of each type, its rules aside. */
const KEYS: Readonly<Record<ParamType, readonly string[]>> = {
  string: ["multiple", "options", "default"],
  positional: ["multiple", "options", "default"],
  number: ["multiple", "options", "default"],
  boolean: ["multiple", "default"],
  checkboxes: ["options", "default"],
  file: ["multiple"],
};

const TYPES = Object.keys(KEYS) as ParamType[];

/**
 * Reads one param of a definition.
 *
 * @param value The param as the author wrote it.
 * @param place Its name, its path, and where faults go.
 * @returns The param as far as it is without fault, or `undefined` where not even its type can be told.
 */
export function readParam(
  value: unknown,
  { name, ...place }: Place & { readonly name: string },
): ParamSpec | undefined {
  const reader = ObjectReader.open(value, place);
  if (reader === undefined) return undefined;
  const type = readType(reader);
  if (type === undefined) return undefined;
  const known = ["type", "title", "description", "required", ...KEYS[type], ...RULE_KEYS[type]];
  reader.checkKeys(known, `a param of type "${type}"`);
  const title = reader.readText("title");
  const description = reader.readText("description");
  const required = reader.readBoolean("required") ?? false;
  const multiple = type === "checkboxes" || (KEYS[type].includes("multiple") && readMultiple(reader));
  const rules = readRules(reader, type);
  const options = KEYS[type].includes("options") ? readOptions(reader, { type, rules }) : undefined;
  const hasDefault = KEYS[type].includes("default") && reader.get("default") !== undefined;
  const fallback = hasDefault ? readDefault(reader, { type, rules, options, multiple }) : undefined;
  return {
    name,
    type,
    ...dropUndefined({ title, description }),
    required: required && !hasDefault,
    multiple,
    ...dropUndefined({ options, default: fallback }),
    ...rules,
  };
}

function readType(reader: ObjectReader): ParamType | undefined {
  if (reader.get("type") === undefined) {
    reader.addFault("type", `expected one of ${showList(TYPES)}, found nothing`);
  }
  return reader.readWord("type", TYPES);
}

function readMultiple(reader: ObjectReader): boolean {
  return reader.readBoolean("multiple") ?? false;
}
