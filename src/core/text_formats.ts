import { fullFormats } from "ajv-formats/dist/formats.js";
import type { ParamSpec } from "./spec.ts";

/** A format that a text param may have. */
export type TextFormat = NonNullable<ParamSpec["format"]>;

/** What there is to know about a format. */
export interface TextFormatRule {
  /** What the value must be, for "must be ..." and "expected ...". */
  readonly meaning: string;
  /** Whether a text has the format. */
  readonly accepts: (text: string) => boolean;
}

/**
 * The formats of text params: one implementation for defaults and options in a definition, and for arguments. It is that of
 * ajv-formats, whose table comes without ajv itself.
 */
export const TEXT_FORMATS: Readonly<Record<TextFormat, TextFormatRule>> = {
  "date": { meaning: "a date such as 2026-01-31", accepts: toTest(fullFormats.date) },
  "date-time": {
    meaning: "a date and time with its zone, such as 2026-01-31T09:30:00Z",
    accepts: toTest(fullFormats["date-time"]),
  },
  "time": { meaning: "a time with its zone, such as 09:30:00Z", accepts: toTest(fullFormats.time) },
  "email": { meaning: "an e-mail address such as name@example.com", accepts: toTest(fullFormats.email) },
  "uri": { meaning: "a URI such as https://example.com/path", accepts: toTest(fullFormats.uri) },
};

/** ajv-formats has a pattern for one format, a function or an object with a function for another. */
function toTest(format: unknown): (text: string) => boolean {
  if (format instanceof RegExp) return (text) => format.test(text);
  const validate = typeof format === "object" && format !== null && "validate" in format
    ? format.validate
    : format;
  if (typeof validate !== "function") {
    throw new TypeError("Cannot read a format of ajv-formats: it is no test");
  }
  return (text) => validate(text) === true;
}
