import { showValue } from "./show_value.ts";

/** More values than this say less than their number does. */
const MOST_VALUES = 20;

/**
 * Says which values there are, for the "expected one of ..." of an error.
 *
 * @param values The values.
 * @returns The values separated by commas; of many only the first, and their number.
 *
 * @example
 * ```ts
 * import { showList } from "./show_list.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(showList(["fast", "deep"]), '"fast", "deep"');
 * ```
 */
export function showList(values: readonly unknown[]): string {
  const shown = values.slice(0, MOST_VALUES).map(showValue).join(", ");
  return values.length <= MOST_VALUES ? shown : `${shown}, … (${values.length} in all)`;
}
