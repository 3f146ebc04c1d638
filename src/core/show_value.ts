/** As much of a text as a message quotes, in characters. */
const LONGEST_QUOTE = 60;

/**
 * Says in a few words what a value is, for the "found ..." of an error. Nothing inside an object is read, so that neither
 * its size nor a getter can do harm.
 *
 * @param value Anything.
 * @returns A text in quotes (a long one shortened), a number, `true`, `null`, or words such as `a list`.
 *
 * @example
 * ```ts
 * import { showValue } from "./show_value.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(showValue("slow"), '"slow"');
 * assertEquals(showValue([1, 2]), "a list");
 * ```
 */
export function showValue(value: unknown): string {
  switch (typeof value) {
    case "string":
      return showText(value);
    case "undefined":
      return "nothing";
    case "number":
    case "boolean":
      return String(value);
    case "bigint":
      return "a BigInt";
    case "symbol":
      return "a symbol";
    case "function":
      return "a function";
    case "object":
      return showObject(value);
  }
}

function showText(text: string): string {
  // A character outside the basic plane is two units: cutting between them would quote a broken one.
  const characters = Array.from(text.slice(0, 2 * LONGEST_QUOTE + 2));
  if (characters.length <= LONGEST_QUOTE) return JSON.stringify(text);
  return `${JSON.stringify(`${characters.slice(0, LONGEST_QUOTE).join("")}…`)} (${text.length} characters)`;
}

function showObject(value: object | null): string {
  if (value === null) return "null";
  try {
    return Array.isArray(value) ? "a list" : "an object";
  } catch {
    return "an object that cannot be read"; // A revoked proxy.
  }
}
