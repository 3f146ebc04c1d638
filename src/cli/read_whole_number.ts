import { WorkflowError } from "../errors.ts";
import type { OptionValues } from "./option_values.ts";

/** What {@linkcode readWholeNumber} accepts. */
export interface WholeNumberRange {
  readonly least: number;
  readonly most?: number;
  /** What an option that is not given means. */
  readonly fallback: number;
}

/**
 * Reads an option whose value is a whole number.
 *
 * @param options The options of the command line.
 * @param name The option.
 * @param range Which numbers it takes.
 * @returns The number.
 * @throws {WorkflowError} `usage` if it is anything else.
 */
export function readWholeNumber(
  options: OptionValues,
  name: string,
  { least, most = Number.MAX_SAFE_INTEGER, fallback }: WholeNumberRange,
): number {
  const value = options.get(name)?.[0];
  if (value === undefined) return fallback;
  const number = Number(value);
  if (/^\d+$/.test(value) && number >= least && number <= most) return number;
  const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
  throw new WorkflowError(
    "usage",
    `--${name} must be a whole number ${range}, found ${JSON.stringify(value)}`,
  );
}
