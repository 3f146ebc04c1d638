import type { Redact } from "./redactor.ts";

/**
 * Takes values that must not be shown out of every text in some JSON.
 *
 * @param value The JSON.
 * @param redact What takes them out of one text.
 * @returns A copy in which they are masked. Names in objects stay what they are.
 *
 * @example
 * ```ts
 * import { maskDeep } from "./mask_deep.ts";
 * import { createRedactor } from "./redactor.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const redact = createRedactor(["s3cr3t"]);
 * assertEquals(maskDeep({ content: [{ text: "is s3cr3t" }] }, redact), { content: [{ text: "is ***" }] });
 * ```
 */
export function maskDeep<T>(value: T, redact: Redact): T {
  return mask(value, redact) as T;
}

function mask(value: unknown, redact: Redact): unknown {
  if (typeof value === "string") return redact(value);
  if (Array.isArray(value)) return value.map((item) => mask(item, redact));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, mask(held, redact)]));
}
