import { toCharacters } from "./_terms.ts";

/** A stretch of a run: a word of the dictionary, Chinese characters that are in none, or what stands between words. */
interface Piece {
  readonly kind: "word" | "unknown" | "particle";
  text: string;
}

/** What is longer is more than one word. */
const LONGEST_WORD = 4;

/** Chinese characters that stand between words. */
const PARTICLES: ReadonlySet<string> = new Set("的了是在和与及或有不也就而为以从到被把对");

const segmenter = new Intl.Segmenter("ja", { granularity: "word" });

/**
 * Splits what stands without spaces into the words that a search is for. The dictionary lacks compounds: a lone Chinese
 * character is the ending of the word before it (数据|库), several in a row are a word of their own (代理|超|时).
 *
 * @param run A run of a script without spaces.
 * @returns Its words; the run itself if it is short and in one script.
 */
export function splitUnspaced(run: string): string[] {
  if (isOneWord(run)) return [run];
  const pieces = splitPieces(run);
  const words = pieces.flatMap((piece, index) => {
    if (piece.kind === "particle" || isEnding(piece, pieces[index - 1])) return [];
    const next = pieces[index + 1];
    return [isEnding(next, piece) ? `${piece.text}${next?.text}` : piece.text];
  });
  return words.length > 0 ? words : [run];
}

function splitPieces(run: string): Piece[] {
  const pieces: Piece[] = [];
  for (const { segment: text } of segmenter.segment(run)) {
    const kind = kindOf(text);
    const before = pieces.at(-1);
    if (kind === "unknown" && before?.kind === kind) before.text += text;
    else pieces.push({ kind, text });
  }
  return pieces;
}

function kindOf(segment: string): Piece["kind"] {
  if (toCharacters(segment).length > 1) return "word";
  return isHan(segment) && !PARTICLES.has(segment) ? "unknown" : "particle";
}

function isEnding(piece: Piece | undefined, before: Piece | undefined): boolean {
  return piece?.kind === "unknown" && toCharacters(piece.text).length === 1 &&
    before?.kind === "word" && isHan(before.text);
}

function isOneWord(run: string): boolean {
  const isMixed = /\p{sc=Hiragana}/u.test(run) && /\P{sc=Hiragana}/u.test(run);
  return !isMixed && toCharacters(run).length <= LONGEST_WORD;
}

function isHan(text: string): boolean {
  return /^\p{sc=Han}+$/u.test(text);
}
