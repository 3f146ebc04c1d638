const GRAPHEMES = new Intl.Segmenter("en", { granularity: "grapheme" });

/** What takes two columns: East Asian scripts and their punctuation, full-width forms, and what is shown as an emoji. */
const WIDE =
  /\p{Emoji_Presentation}|\ufe0f|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{20000}-\u{3fffd}]/u;

/** What takes none by itself. */
const NO_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;

/**
 * How many columns of a terminal a text takes.
 *
 * @param text A text without control characters.
 * @returns The columns.
 */
export function textWidth(text: string): number {
  let width = 0;
  for (const { segment } of GRAPHEMES.segment(text)) width += segmentWidth(segment);
  return width;
}

/**
 * Cuts a text off so that it fits.
 *
 * @param text A text without control characters.
 * @param columns How many columns there are.
 * @returns The text, or its beginning with `…` behind it.
 */
export function cutToWidth(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text;
  let cut = "";
  let width = 0;
  for (const { segment } of GRAPHEMES.segment(text)) {
    width += segmentWidth(segment);
    if (width > columns - 1) break;
    cut += segment;
  }
  return columns < 1 ? "" : `${cut}…`;
}

function segmentWidth(segment: string): number {
  if (NO_WIDTH.test(segment)) return 0;
  return WIDE.test(segment) ? 2 : 1;
}
