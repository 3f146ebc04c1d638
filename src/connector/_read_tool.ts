import type { McpTool } from "../core/api.ts";
import { showValue } from "../core/show_value.ts";

/** Twice what the protocol recommends. */
const LONGEST_NAME = 256;

/**
 * Reads what a server says of a tool. Only what is needed to call it is asked for: its name and a schema of an object.
 *
 * @param value An entry of `tools/list`.
 * @returns The tool, frozen; or what is wrong with it, with its name.
 */
export function readTool(value: unknown): McpTool | string {
  if (!isObject(value)) return `expected an object, found ${showValue(value)}`;
  const { name, description, inputSchema } = value;
  if (typeof name !== "string" || name === "" || name.length > LONGEST_NAME) {
    return `expected a name of 1 to ${LONGEST_NAME} characters, found ${showValue(name)}`;
  }
  if (!isObject(inputSchema)) {
    return `${showValue(name)} should have an object as inputSchema, not ${showValue(inputSchema)}`;
  }
  const { type = "object" } = inputSchema;
  if (type !== "object") return `${showValue(name)} takes ${showValue(type)} instead of an object`;
  return Object.freeze({ name, ...(typeof description === "string" ? { description } : {}), inputSchema });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
