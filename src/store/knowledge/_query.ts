import { isStopWord } from "./_stop_words.ts";
import { splitUnspaced } from "./_split_unspaced.ts";
import { foldWord, readTerms, type Run, splitRuns, toCharacters } from "./_terms.ts";

/** A sequence of terms. */
export interface Pattern {
  readonly terms: readonly string[];
  /** Whether the last term may go on. */
  readonly isOpen: boolean;
  /** Whether it is there for words that end otherwise. */
  readonly isStem?: true;
}

/** One thing that is looked for, in each spelling. */
export type Wanted = readonly Pattern[];

/** A search, read. */
export interface Query {
  /** What was in quotation marks: must be there. */
  readonly required: readonly Wanted[];
  /** The other words: the more and the rarer, the better. */
  readonly wanted: readonly Wanted[];
}

/** More do not make a search better, only slower. */
const MAX_WANTED = 64;
/** A shorter word stands for itself only. */
const SHORTEST_STEM = 4;

const QUOTED = /"([^"]*)"|[“”„]([^“”„]*)[“”]|«([^«»]*)»|「([^「」]*)」|『([^『』]*)』/gu;
const GAPS = /[\s,;|/\\()[\]{}<>!?]+/u;
const ENDINGS = /(?:ies|es|en|[ens])$/;

/**
 * Reads a search as people and models write it: words, and phrases in quotation marks. Nothing in it is an operator.
 *
 * @param text The search.
 * @returns What is looked for.
 */
export function parseQuery(text: string): Query {
  const required: Wanted[] = [];
  const rest = text.replace(QUOTED, (_whole, ...groups: unknown[]) => {
    const phrase = groups.slice(0, 5).find((group) => typeof group === "string");
    required.push(toSpellings(String(phrase ?? "")));
    return " ";
  });
  const all = rest.split(GAPS).flatMap(toWanted);
  const some = all.filter((wanted) => !wanted.some(({ terms }) => isStopWord(terms)));
  return { required: unique(required), wanted: unique(some.length > 0 || required.length > 0 ? some : all) };
}

/** A chunk between two spaces: `e-mail` is a phrase, of what has no spaces each word is looked for. */
function toWanted(chunk: string): Wanted[] {
  const wanted: Wanted[] = [];
  let words: Run[] = [];
  const flush = () => {
    const [first, last] = [words[0], words.at(-1)];
    if (first && last) wanted.push(toWord(chunk.slice(first.start, last.start + last.text.length)));
    words = [];
  };
  for (const run of splitRuns(chunk)) {
    if (run.isSpaced) {
      words.push(run);
      continue;
    }
    flush();
    wanted.push(...splitUnspaced(run.text).map((word) => [toPattern(word)]));
  }
  flush();
  return wanted;
}

/** A word also stands for those that only end otherwise, with less weight: these match once, it matches twice. */
function toWord(text: string): Wanted {
  const spellings = toSpellings(text);
  if (!/^[\p{L}\p{M}]+$/u.test(text)) return spellings;
  const stems = spellings.flatMap(({ terms }) => toStem(terms[0] ?? ""));
  return [
    ...spellings,
    ...[...new Set(stems)].map((stem): Pattern => ({ terms: [stem], isOpen: true, isStem: true })),
  ];
}

/** Rough, for English and German: plurals and cases. Whatever begins so is found. */
function toStem(word: string): string[] {
  if (word.length < SHORTEST_STEM) return [];
  const stem = word.replace(ENDINGS, "");
  return [stem.length < SHORTEST_STEM ? word : stem];
}

/** German words are also written without umlauts, and then found with them. */
function toSpellings(text: string): Wanted {
  const spellings = [
    text,
    text.normalize("NFC").replace(/[äöü]/gi, (letter) => `${foldWord(letter)}e`),
    text.replace(/[aou]e/gi, (letters) => letters.slice(0, 1)),
  ];
  const patterns = spellings.map(toPattern).filter(({ terms }) => terms.length > 0);
  return [...new Map(patterns.map((pattern) => [pattern.terms.join(" "), pattern])).values()];
}

/** A phrase that ends in a script without spaces may go on there: its last character begins a pair. */
function toPattern(text: string): Pattern {
  const last = [...splitRuns(text)].at(-1);
  const terms = [...readTerms(text)].map(({ term }) => term);
  if (!last || last.isSpaced) return { terms, isOpen: false };
  return toCharacters(last.text).length === 1
    ? { terms, isOpen: true }
    : { terms: terms.slice(0, -1), isOpen: false }; // The pair before it says as much.
}

function unique(all: readonly Wanted[]): Wanted[] {
  const some = all.filter((wanted) => wanted.length > 0);
  return [...new Map(some.map((wanted) => [JSON.stringify(wanted), wanted])).values()].slice(0, MAX_WANTED);
}
