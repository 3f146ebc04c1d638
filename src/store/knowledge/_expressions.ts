import type { Pattern, Query, Wanted } from "./_query.ts";

/** Among which documents {@linkcode toExpressions} looks. */
export interface Scope {
  /** The tags that a document must have. */
  readonly tags: readonly string[];
  /** Whether so many documents match an expression that ranking them all would take too long. */
  readonly isFrequent: (expression: string) => boolean;
}

/**
 * Writes a query in the language of FTS5. Its terms are letters, marks and digits only, so that nothing in them is an operator.
 *
 * Ranking costs ten times what finding does. So where something looked for is rare, only what has it is ranked, and the frequent
 * rest counts there; where all is frequent, what has all of it comes first.
 *
 * @param query What is looked for.
 * @param scope Among which documents.
 * @returns Expressions of which each finds more than the one before: a later one is needed where that did not find enough. None
 * where nothing is looked for.
 */
export function toExpressions({ required, wanted }: Query, { tags, isFrequent }: Scope): string[] {
  const filter = tags.map((tag) => `tags : "${tag}" AND `).join("");
  const within = (terms: string) => `${filter}(${terms})`;
  const must = required.map(toAlternatives);
  const should = wanted.map((one) => weigh(one, (terms) => isFrequent(within(terms))));
  const all = should.map(({ terms }) => terms);
  if (must.length > 0) return [within(withBonus(must.join(" AND "), all))];
  const rare = should.filter((one) => !one.isFrequent).map(({ terms }) => terms);
  const frequent = should.filter((one) => one.isFrequent).map(({ terms }) => terms);
  const best = rare.length === 0 ? frequent.join(" AND ") : withBonus(rare.join(" OR "), frequent);
  return [...new Set([best, all.join(" OR ")])].filter((terms) => terms !== "").map(within);
}

/** A frequent word is found often enough as it is: what ends otherwise would only take its time. */
function weigh(
  wanted: Wanted,
  isFrequent: (terms: string) => boolean,
): { readonly terms: string; readonly isFrequent: boolean } {
  const exact = toAlternatives(wanted.filter(({ isStem }) => !isStem));
  if (isFrequent(exact)) return { terms: exact, isFrequent: true };
  const terms = toAlternatives(wanted);
  return { terms, isFrequent: terms !== exact && isFrequent(terms) };
}

/** What must match, and what need not but counts where it does. */
function withBonus(must: string, bonus: readonly string[]): string {
  return bonus.length === 0 ? must : `(${must}) AND (${[...bonus, `(${must})`].join(" OR ")})`;
}

function toAlternatives(wanted: Wanted): string {
  return `{title body} : (${wanted.map(toPhrase).join(" OR ")})`;
}

function toPhrase({ terms, isOpen }: Pattern): string {
  return `"${terms.join(" ")}"${isOpen ? " *" : ""}`;
}
