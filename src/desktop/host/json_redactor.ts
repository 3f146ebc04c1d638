import { createRedactor } from "../../connector/redactor.ts";

/** Masks values in a text and in what becomes JSON. */
export interface JsonRedactor {
  readonly text: (text: string) => string;
  /** Writes a value as JSON. */
  readonly json: (value: unknown) => string;
}

/**
 * Makes what masks values before they are recorded.
 *
 * @param values What must not be recorded.
 * @returns The masks; JSON stays JSON, only texts in it are masked, keys included.
 */
export function createJsonRedactor(values: readonly string[]): JsonRedactor {
  const text = createRedactor(values);
  return {
    text,
    json: (value) => {
      const json = JSON.stringify(value) ?? "null";
      // Most often there is nothing to mask, and nothing to be taken apart.
      return values.length === 0 || text(json) === json ? json : JSON.stringify(mask(JSON.parse(json), text));
    },
  };
}

function mask(value: unknown, text: (text: string) => string): unknown {
  if (typeof value === "string") return text(value);
  if (Array.isArray(value)) return value.map((one) => mask(one, text));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [text(key), mask(one, text)]));
}
