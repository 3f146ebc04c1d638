/** A number as JSON writes it: no blanks, no `0x10`, no `+1`, no `.5`, no `Infinity`. */
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Reads a number from the command line.
 *
 * @param text What was given.
 * @returns The number, or `undefined` where the text is none or is too great.
 */
export function parseNumber(text: string): number | undefined {
  const number = JSON_NUMBER.test(text) ? Number(text) : NaN;
  return Number.isFinite(number) ? number : undefined;
}
