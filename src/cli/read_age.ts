import { WorkflowError } from "../errors.ts";
import type { OptionValues } from "./option_values.ts";

const HOUR_MS = 60 * 60 * 1000;
const UNITS: Readonly<Record<string, number>> = { h: HOUR_MS, d: 24 * HOUR_MS, w: 7 * 24 * HOUR_MS };
/** A hundred years. */
const MOST_MS = 36_500 * 24 * HOUR_MS;

/**
 * Reads an age such as `30d`.
 *
 * @param options The options of the command line.
 * @param name The option.
 * @param fallback What it is where it is not given.
 * @returns Milliseconds.
 * @throws {WorkflowError} `usage`, naming the option and what was found.
 */
export function readAge(
  options: OptionValues,
  name: string,
  fallback: string,
): number {
  const [text = fallback] = options.get(name) ?? [];
  const [, count, unit = ""] = /^(\d{1,9})([hdw])$/.exec(text) ?? [];
  const ms = Number(count) * (UNITS[unit] ?? NaN);
  if (ms <= MOST_MS) return ms;
  throw new WorkflowError(
    "usage",
    `--${name} must be an age such as 30d, in hours (h), days (d) or weeks (w), found ${
      JSON.stringify(text)
    }`,
  );
}
