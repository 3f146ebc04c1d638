/**
 * Writes JSON so that equal values give equal texts, whatever the order of their keys.
 *
 * @param value A value of JSON.
 * @returns Its text with sorted keys and no spaces.
 *
 * @example
 * ```ts
 * import { toCanonicalJson } from "./canonical_json.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(toCanonicalJson({ b: 1.0, a: [] }), '{"a":[],"b":1}');
 * ```
 */
export function toCanonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part) => isPlainObject(part) ? sortKeys(part) : part);
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function sortKeys(object: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => a < b ? -1 : 1));
}
