/** A term of a text, as it is found in the index, and where it stands. */
export interface Term {
  readonly term: string;
  readonly start: number;
  readonly end: number;
}

/** A word, or some characters of a script that is written without spaces between words. */
export interface Run {
  readonly text: string;
  readonly start: number;
  readonly isSpaced: boolean;
}

/** A longer term says no more, and the index would have to keep it. */
const MAX_TERM_LENGTH = 64;

const OF_TERMS = String.raw`[\p{L}\p{M}\p{N}]`;
/** Scripts without spaces between words; Hangul has some, but its words take on endings. */
const UNSPACED = String
  .raw`[\p{sc=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]`;
const RUNS = new RegExp(`(?<unspaced>[${UNSPACED}&&${OF_TERMS}]+)|[${OF_TERMS}--${UNSPACED}]+`, "gv");
const PLAIN = /^[a-z0-9]+$/;
/** Accents of Latin, Greek and Cyrillic letters, points of Hebrew, vowel marks of Arabic. Other marks are letters of their own. */
const ACCENTS = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g;
const NO_TERM = /[^\p{L}\p{M}\p{N}]+/gu;
const LIGATURES: Readonly<Record<string, string>> = {
  "ß": "ss",
  "æ": "ae",
  "œ": "oe",
  "ø": "o",
  "đ": "d",
  "ł": "l",
  "ı": "i",
};

/**
 * Splits a text at everything that is no letter, mark or digit, and where a script with spaces meets one without.
 *
 * @param text Any text.
 * @returns Its runs, in order.
 */
export function* splitRuns(text: string): Generator<Run> {
  for (const match of text.matchAll(RUNS)) {
    yield { text: match[0], start: match.index, isSpaced: match.groups?.unspaced === undefined };
  }
}

/**
 * Gives the terms under which a text is found: each word, folded; of a script without spaces each pair of neighbouring
 * characters, and the last character of a run. So each character begins a term, and a word of any length is a sequence of terms.
 *
 * @param text Any text.
 * @returns Its terms, in order.
 */
export function* readTerms(text: string): Generator<Term> {
  for (const run of splitRuns(text)) {
    if (!run.isSpaced) {
      yield* readPairs(run);
      continue;
    }
    const term = foldWord(run.text);
    if (term !== "") yield { term, start: run.start, end: run.start + run.text.length };
  }
}

/**
 * Makes words that differ in case, accents or the form of their letters equal.
 *
 * @param word The text of a run with spaces around it.
 * @returns The term; empty for a mark that stands alone.
 */
export function foldWord(word: string): string {
  if (PLAIN.test(word)) return word.slice(0, MAX_TERM_LENGTH);
  return word.normalize("NFKD").toLowerCase().replace(ACCENTS, "").replace(NO_TERM, "")
    .replace(/[ßæœøđłı]/g, (letter) => LIGATURES[letter] ?? letter)
    .slice(0, MAX_TERM_LENGTH);
}

/**
 * Splits a run without spaces into its characters, with half and full width made equal.
 *
 * @param run The text of the run.
 * @returns Its characters.
 */
export function toCharacters(run: string): string[] {
  return Array.from(run.normalize("NFKC"));
}

function* readPairs(run: Run): Generator<Term> {
  const characters = toCharacters(run.text);
  // Where the characters are no longer those of the text, every term stands for the whole run.
  const isSame = characters.join("") === run.text;
  let start = run.start;
  for (const [index, character] of characters.entries()) {
    const next = characters[index + 1] ?? "";
    const end = start + character.length + next.length;
    yield isSame
      ? { term: character + next, start, end }
      : { term: character + next, start: run.start, end: run.start + run.text.length };
    start += character.length;
  }
}
