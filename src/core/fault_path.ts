import { showValue } from "./show_value.ts";

/**
 * The path of a part of an input, as faults name it: `params.mode.options[1]`.
 *
 * @param path The path of the whole; empty for the input itself.
 * @param key The name of the part, or its place in a list.
 * @returns The path of the part; a name that is no plain word is put in quotes, a long one shortened.
 *
 * @example
 * ```ts
 * import { joinPath } from "./fault_path.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(joinPath("documents", 1), "documents[1]");
 * assertEquals(joinPath("params", "since-date"), "params.since-date");
 * assertEquals(joinPath("params", "a b"), 'params["a b"]');
 * ```
 */
export function joinPath(path: string, key: string | number): string {
  if (typeof key === "number") return `${path}[${key}]`;
  if (!/^[A-Za-z_][\w-]{0,63}$/.test(key)) return `${path}[${showValue(key)}]`;
  return path === "" ? key : `${path}.${key}`;
}
