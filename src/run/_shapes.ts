/** An object of which nothing is known but that it is one. */
export type Fields = Readonly<Record<string, unknown>>;

/** Tells whether a value is an object and no array. */
export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Tells whether a value is a text. */
export function isText(value: unknown): value is string {
  return typeof value === "string";
}

/** Tells whether a value is a text or null. */
export function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === "string";
}

/** Tells whether a value is a whole number of at least 0. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** Tells whether a value is a number that is neither infinite nor NaN. */
export function isFinite(value: unknown): value is number {
  return Number.isFinite(value);
}
