/** What stands in the place of a value. */
const MASK = "***";

/** A value, or a line of one, shorter than this is masked only where it stands alone: `C` is a locale and a letter. */
const SHORTEST_ANYWHERE = 4;

/** A line of a value with several lines is masked by itself when it has at least this length. */
const SHORTEST_LINE = 8;

/** Takes values that must not be shown out of a text. */
export type Redact = (text: string) => string;

/**
 * Makes a function that masks values wherever they are in a text: as they are, as JSON and URLs write them, and each longer
 * line of one that has several.
 *
 * @param values What must not be shown.
 * @returns The function; it gives the text with `***` in the place of each value.
 *
 * @example
 * ```ts
 * import { createRedactor } from "./redactor.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const redact = createRedactor(["s3cr3t", "C"]);
 * assertEquals(redact("Cannot log in with s3cr3t, LANG=C"), "Cannot log in with ***, LANG=***");
 * ```
 */
export function createRedactor(values: Iterable<string>): Redact {
  const forms = new Set([...values].flatMap(formsOf).filter((form) => form !== ""));
  if (forms.size === 0) return (text) => text;
  // The longest first: one value may be a part of another.
  const patterns = [...forms].toSorted((a, b) => b.length - a.length).map(toPattern);
  const pattern = new RegExp(patterns.join("|"), "gu");
  return (text) => text.replace(pattern, MASK);
}

function formsOf(value: string): string[] {
  const lines = value.split(/\r?\n/).filter((line, _, all) => all.length > 1 && line.length >= SHORTEST_LINE);
  return [value, ...lines].flatMap((text) => [text, JSON.stringify(text).slice(1, -1), toUri(text)]);
}

function toUri(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    return text; // Half a character.
  }
}

function toPattern(form: string): string {
  const escaped = form.replace(/[\\^$.*+?()[\]{}|\/]/g, "\\$&");
  return form.length >= SHORTEST_ANYWHERE ? escaped : `(?<![\\p{L}\\p{N}_])${escaped}(?![\\p{L}\\p{N}_])`;
}
