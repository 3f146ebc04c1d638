import type { ObjectReader } from "./_object_reader.ts";
import { scalarFault, type ScalarFaultOptions } from "./_scalar_fault.ts";
import { joinPath } from "./fault_path.ts";
import { showValue } from "./show_value.ts";
import type { ParamValue, ScalarValue } from "./spec.ts";

/** What a default is measured by. */
export interface DefaultMeasure extends ScalarFaultOptions {
  /** Whether it is a list. */
  readonly multiple: boolean;
}

/**
 * Reads a param's default.
 *
 * @param reader The param.
 * @param measure What the default has to fit.
 * @returns The default, or `undefined` where there is none without fault.
 */
export function readDefault(reader: ObjectReader, measure: DefaultMeasure): ParamValue | undefined {
  const value = reader.get("default");
  if (value === undefined) return undefined;
  if (measure.multiple) return readListDefault(reader, measure);
  const reason = scalarFault(value, measure);
  if (reason === undefined) return normalize(value as ScalarValue);
  reader.addFault("default", reason);
  return undefined;
}

function readListDefault(reader: ObjectReader, measure: DefaultMeasure): ParamValue | undefined {
  const items = reader.readList("default");
  const { path, faults } = reader.placeOf("default");
  const seen = new Set<unknown>();
  items?.forEach((item, index) => {
    const isRepeated = measure.type === "checkboxes" && seen.has(item);
    const reason = scalarFault(item, measure) ??
      (isRepeated ? `expected a different value, found ${showValue(item)} again` : undefined);
    if (reason !== undefined) faults.push({ path: joinPath(path, index), reason });
    seen.add(item);
  });
  return items?.map((item) => normalize(item as ScalarValue));
}

/** -0 is 0, as JSON has it. */
function normalize(value: ScalarValue): ScalarValue {
  return typeof value === "number" ? value + 0 : value;
}
