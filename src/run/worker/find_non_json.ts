/** The place in a value that JSON cannot carry, and why. */
export interface NonJson {
  /** Such as `items[2].total`; empty for the value itself. */
  readonly path: string;
  /** Such as `a BigInt`. */
  readonly reason: string;
}

/**
 * Looks for what JSON cannot carry, or would silently turn into something else.
 *
 * @param value Any value. Members that are `undefined` are fine: JSON leaves them out.
 * @returns The first such place, or undefined when the value is JSON.
 */
export function findNonJson(value: unknown): NonJson | undefined {
  return search(value, "", new Set());
}

function search(value: unknown, path: string, above: Set<object>): NonJson | undefined {
  switch (typeof value) {
    case "bigint":
      return { path, reason: "a BigInt" };
    case "function":
      return { path, reason: "a function" };
    case "symbol":
      return { path, reason: "a symbol" };
    case "number":
      return Number.isFinite(value) ? undefined : { path, reason: String(value) };
    case "object":
      return value === null ? undefined : searchObject(value, path, above);
    default:
      return undefined;
  }
}

function searchObject(value: object, path: string, above: Set<object>): NonJson | undefined {
  if (above.has(value)) return { path, reason: "a cycle" };
  if (value instanceof Map || value instanceof Set || value instanceof Promise) {
    return { path, reason: `a ${value.constructor.name}` };
  }
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return { path, reason: "binary data" };
  if (value instanceof Date && Number.isNaN(value.getTime())) return { path, reason: "an invalid Date" };
  if (typeof (value as { toJSON?: unknown }).toJSON === "function") return undefined;
  above.add(value);
  for (const [key, member] of Object.entries(value)) {
    const place = Array.isArray(value) ? `${path}[${key}]` : path === "" ? key : `${path}.${key}`;
    const found = search(member, place, above);
    if (found) return found;
  }
  above.delete(value);
  return undefined;
}
