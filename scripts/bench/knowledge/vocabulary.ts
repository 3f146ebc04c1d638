/** Made-up words, the most frequent first. */
export interface Vocabulary {
  /** The word of a rank, from 0 to 49,999. */
  word(rank: number): string;
  /** As many words, each as often as its rank has it in a language. */
  text(length: number): string;
}

const SIZE = 50_000;
const VOWELS = "aeiou";
const CONSONANTS = "bcdfghklmnprstvwz";
const ENDINGS = ["s", "en", "ing", "ed", "er"];

/** Makes 50,000 words, short ones first; one in five is another one with an ending. The same every time. */
export function makeVocabulary(): Vocabulary {
  const random = makeRandom();
  const pick = (from: string | readonly string[]) => from[Math.floor(random() * from.length)] ?? "";
  const words = new Set<string>();
  const known: string[] = [];
  while (known.length < SIZE) {
    const length = Math.min(9, 2 + Math.floor(Math.log2(known.length + 2) * 0.45 + random() * 2));
    const letters = Array.from({ length }, (_, n) => pick(n % 2 === 0 ? CONSONANTS : VOWELS));
    const word = random() < 0.2 ? `${pick(known)}${pick(ENDINGS)}` : letters.join("");
    if (words.has(word)) continue;
    words.add(word);
    known.push(word);
  }
  const word = (rank: number) => known[rank] ?? "";
  // Zipf: the word of rank r is 1/r as frequent as the first.
  const any = () => word(Math.floor(SIZE ** random()) - 1);
  return { word, text: (length) => Array.from({ length }, any).join(" ") };
}

/** A small generator of numbers from 0 to 1. */
function makeRandom(): () => number {
  let state = 1;
  return () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
