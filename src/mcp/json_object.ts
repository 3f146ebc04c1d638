/** A JSON object whose members are not known yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Tells a JSON object from every other JSON value.
 *
 * @param value Any parsed JSON.
 * @returns Whether it is an object, and neither an array nor null.
 */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
