/** What moves the cursor, colours, hides or turns text around: control characters but tabs and line breaks, and bidi marks. */
// deno-lint-ignore no-control-regex -- these are what is looked for
const UNSEEN = /[\0-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/**
 * Makes a text of a workflow or a model safe to be shown on a terminal: nothing in it can hide what it says.
 *
 * @param text The text.
 * @returns The text, with an escape such as `\u001b` for each character that would do something to the terminal.
 */
export function toPrintable(text: string): string {
  return text.replaceAll("\r\n", "\n").replaceAll(
    UNSEEN,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
