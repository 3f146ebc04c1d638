/** What colours a text or moves the cursor of a terminal. */
// deno-lint-ignore no-control-regex -- these are what is looked for
const ESCAPES = /\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\))/g;
/** Control characters but tabs and line breaks, and what turns the text around it. */
// deno-lint-ignore no-control-regex -- these are what is looked for
const UNSEEN = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Makes a text that a workflow has printed, or asks a person, read as what it is: without the colours of a terminal, and with nothing
 * in it that hides or turns around what it says.
 *
 * @param text The text.
 * @returns The text, with an escape such as `\u202e` for each character that would do so.
 *
 * @example
 * ```ts
 * import { toShownText } from "./shown_text.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(toShownText("\x1b[31mred\x1b[0m"), "red");
 * assertEquals(toShownText("pay 10\u202e001"), "pay 10\\u202e001");
 * ```
 */
export function toShownText(text: string): string {
  return text.replace(ESCAPES, "").replace(
    UNSEEN,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
