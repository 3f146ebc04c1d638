/** Words that nearly every text has, as terms: English, German, Chinese, Japanese. Those that mean something elsewhere are not here. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  `a an and are as at be been but by can could did do does for from had has have how i if in into is it its me my of on or
  our should so than that the their them then there these they this to was we were what when where which who why will with
  would you your
  aber als am auf aus bei bin bis da damit das dass dem den der des die dies diese diesem diesen dieser du ein eine einem
  einen einer er es fur ich ihr im ist ja kann mein mit nach nicht noch nur ob oder sein sich sie sind uber um und uns von vor
  wer wie wir wird wo zu zum zur
  如何 什么 怎么 怎样 可以 这个 那个 一个 我们 你们 他们 因为 所以
  です ます した して する ある いる から まで ので この その あの どの こと とは には では との`.split(
    /\s+/,
  ),
);

/**
 * Tells whether a word says so little that a search is better off without it, if it has another one.
 *
 * @param terms The terms of the word.
 * @returns Whether it is one of these words.
 */
export function isStopWord(terms: readonly string[]): boolean {
  return terms.length === 1 && STOP_WORDS.has(terms[0] ?? "");
}
