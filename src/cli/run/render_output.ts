import { toPrintable } from "../printable.ts";

/**
 * Writes what a workflow returned for people: a text as it is, lists and objects with a line for each of their values.
 *
 * @param output JSON.
 * @returns The text with a line break at its end; nothing where there is nothing to show.
 *
 * @example
 * ```ts
 * import { renderOutput } from "./render_output.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(renderOutput({ name: "Ada", tags: ["a", "b"] }), "name: Ada\ntags:\n  - a\n  - b\n");
 * ```
 */
export function renderOutput(output: unknown): string {
  const text = toPrintable(render(output, 0).join("\n"));
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}

function render(value: unknown, depth: number): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => renderItem(item, depth));
  if (typeof value === "object" && value !== null) {
    return Object.entries(value).flatMap(([key, item]) => renderEntry(key, { item, depth }));
  }
  return [value === null || value === undefined ? "" : String(value)];
}

function renderEntry(
  key: string,
  { item, depth }: { readonly item: unknown; readonly depth: number },
): string[] {
  const indent = "  ".repeat(depth);
  const flat = toFlat(item);
  if (flat !== undefined) return [`${indent}${key}: ${flat}`.trimEnd()];
  if (typeof item === "string") {
    return [`${indent}${key}:`, ...item.split("\n").map((line) => `${indent}  ${line}`.trimEnd())];
  }
  return [`${indent}${key}:`, ...render(item, depth + 1)];
}

function renderItem(item: unknown, depth: number): string[] {
  const indent = "  ".repeat(depth);
  const flat = toFlat(item);
  if (flat !== undefined) return [`${indent}- ${flat}`.trimEnd()];
  const [first = "", ...rest] = typeof item === "string"
    ? item.split("\n").map((line) => `${indent}  ${line}`)
    : render(item, depth + 1);
  return [`${indent}- ${first.slice(indent.length + 2)}`, ...rest];
}

/** What fits on the line of its key. */
function toFlat(value: unknown): string | undefined {
  if (typeof value === "string") return value.includes("\n") ? undefined : value;
  if (Array.isArray(value)) return value.length === 0 ? "(none)" : undefined;
  if (typeof value === "object" && value !== null) {
    return Object.keys(value).length === 0 ? "(nothing)" : undefined;
  }
  return value === null || value === undefined ? "" : String(value);
}
