import { showValue } from "../core/show_value.ts";

/**
 * Reads the arguments of a call.
 *
 * @param tool The tool's name, for the error.
 * @param args What was given.
 * @returns The arguments; an empty object for none.
 * @throws {TypeError} When it is no object.
 */
export function readArguments(tool: string, args: unknown): Readonly<Record<string, unknown>> {
  if (args === undefined) return {};
  if (typeof args === "object" && args !== null && !Array.isArray(args)) {
    return args as Record<string, unknown>;
  }
  throw new TypeError(
    `Cannot call tool "${tool}": expected an object of arguments, found ${showValue(args)}`,
  );
}
