import { isManagedFile } from "./managed_file.ts";

/** The place in a value that JSON cannot carry, and why. */
export interface NonJson {
  /** Such as `items[2].total`; empty for the value itself. */
  readonly path: string;
  /** Such as `a BigInt`. */
  readonly reason: string;
}

/** Options for {@linkcode findNonJson}. */
export interface FindNonJsonOptions {
  /** Whether what turns itself into JSON, such as a `Date`, is refused too, since it does not come back. @default false */
  readonly strict?: boolean;
}

/**
 * Looks for what JSON cannot carry, or would silently turn into something else.
 *
 * @param value Any value. Members that are `undefined` are fine: JSON leaves them out.
 * @param options How strict to be.
 * @returns The first such place, or undefined when the value is JSON.
 */
export function findNonJson(value: unknown, options: FindNonJsonOptions = {}): NonJson | undefined {
  return search(value, "", { above: new Set(), strict: options.strict ?? false });
}

interface Search {
  /** The objects around the value. */
  readonly above: Set<object>;
  readonly strict: boolean;
}

function search(value: unknown, path: string, how: Search): NonJson | undefined {
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
      return value === null ? undefined : searchObject(value, path, how);
    default:
      return undefined;
  }
}

function searchObject(value: object, path: string, how: Search): NonJson | undefined {
  const { above, strict } = how;
  if (above.has(value)) return { path, reason: "a cycle" };
  if (value instanceof Map || value instanceof Set || value instanceof Promise) {
    return { path, reason: `a ${value.constructor.name}` };
  }
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return { path, reason: "binary data" };
  if (value instanceof Date && Number.isNaN(value.getTime())) return { path, reason: "an invalid Date" };
  if (strict && isManagedFile(value)) {
    return {
      path,
      reason: "a file, which would lose bytes() and text(); return what you need of it, such as its path",
    };
  }
  if (typeof (value as { toJSON?: unknown }).toJSON === "function") {
    return strict
      ? { path, reason: `a ${value.constructor?.name ?? "value"} that becomes text; return the text` }
      : undefined;
  }
  above.add(value);
  for (const [key, member] of Object.entries(value)) {
    const place = Array.isArray(value) ? `${path}[${key}]` : path === "" ? key : `${path}.${key}`;
    const found = search(member, place, how);
    if (found) return found;
  }
  above.delete(value);
  return undefined;
}
