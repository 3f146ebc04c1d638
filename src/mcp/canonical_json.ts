import { isObject } from "./json_object.ts";

/**
 * Writes JSON so that equal values give equal texts, whatever the order of their keys.
 *
 * @param value Parsed JSON.
 * @returns The text.
 */
export function toCanonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part) => isObject(part) ? sortKeys(part) : part);
}

function sortKeys(object: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(object).sort(([a], [b]) => a < b ? -1 : 1);
  return Object.fromEntries(entries);
}
