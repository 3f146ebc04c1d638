import { ObjectReader } from "./_object_reader.ts";
import { type Rules, scalarFault } from "./_scalar_fault.ts";
import { joinPath } from "./fault_path.ts";
import { showValue } from "./show_value.ts";
import type { OptionSpec, ParamType } from "./spec.ts";

/**
 * Reads a param's options.
 *
 * @param reader The param.
 * @param measure The param's type and rules, which every option has to satisfy.
 * @returns The options without fault, or `undefined` where there are none.
 */
export function readOptions(
  reader: ObjectReader,
  measure: { readonly type: ParamType; readonly rules: Rules },
): readonly OptionSpec[] | undefined {
  const items = reader.readList("options");
  if (items === undefined) return undefined;
  if (items.length === 0) reader.addFault("options", "expected at least one option, found none");
  const { path, faults } = reader.placeOf("options");
  const places = new Map<unknown, number>();
  const options = items.flatMap((item, index): OptionSpec[] => {
    const place = { path: joinPath(path, index), faults };
    const isObject = typeof item === "object" && item !== null;
    const option = isObject ? readLabelled(ObjectReader.open(item, place)) : { value: item };
    if (option === undefined) return [];
    const valuePlace = isObject ? joinPath(place.path, "value") : place.path;
    const reason = scalarFault(option.value, measure);
    if (reason !== undefined) {
      faults.push({ path: valuePlace, reason });
      return [];
    }
    const value = normalize(option.value as string | number);
    const first = places.get(value);
    if (first !== undefined) {
      const reason = `expected a different value, found ${showValue(value)} again as in options[${first}]`;
      faults.push({ path: valuePlace, reason });
      return [];
    }
    places.set(value, index);
    return [{ ...option, value }];
  });
  return options.length > 0 ? options : undefined;
}

function readLabelled(reader: ObjectReader | undefined): { value: unknown; label?: string } | undefined {
  if (reader === undefined) return undefined;
  reader.checkKeys(["value", "label"], "an option");
  const label = reader.readText("label");
  const value = reader.get("value");
  return label === undefined ? { value } : { value, label };
}

/** -0 is 0, as JSON has it. */
function normalize(value: string | number): string | number {
  return typeof value === "number" ? value + 0 : value;
}
