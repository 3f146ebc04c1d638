import { readTerms, type Term } from "./_terms.ts";
import type { Pattern, Query } from "./_query.ts";

/** The most characters of a snippet. */
const LENGTH = 240;
/** How much of it stands before the first match. */
const LEAD = 60;
/** How far a cut moves to where a word begins or ends. */
const SLACK = 24;
/** A long text is looked through in stretches, up to the first with a match. */
const STRETCH = 20_000;
/** Matches further on are not looked for: the beginning then stands for the text. */
const SCANNED = 20 * STRETCH;

/** Where something that was looked for stands. */
interface Hit {
  readonly start: number;
  readonly end: number;
  /** Which part of the query it is. */
  readonly part: number;
}

/**
 * Picks the stretch of a text in which the most of what was looked for stands together. It is the text as it is, with runs of
 * spaces and line ends made one space, and an ellipsis where it is cut: models and people quote it, marks would get in the way.
 *
 * @param text The text.
 * @param query What was looked for.
 * @returns At most 240 characters and two ellipses; the beginning of the text where nothing of the query stands in it.
 */
export function toSnippet(text: string, query: Query): string {
  const first = findBest(findHits(text, query));
  const start = first === undefined || first.start < LEAD ? 0 : toWordStart(text, first.start - LEAD);
  const end = text.length - start <= LENGTH ? text.length : toWordEnd(text, start + LENGTH);
  const stretch = text.slice(start, end).replace(/\s+/g, " ").trim();
  return `${start > 0 ? "…" : ""}${stretch}${end < text.length ? "…" : ""}`;
}

function findHits(text: string, query: Query): Hit[] {
  const patterns = [...query.required, ...query.wanted].flatMap((wanted, part) =>
    wanted.map((pattern) => ({ part, pattern }))
  );
  for (let from = 0; from < Math.min(text.length, SCANNED); from += STRETCH) {
    const terms = [...readTerms(text.slice(from, from + STRETCH))];
    const hits = terms.flatMap(({ start }, index) =>
      patterns.flatMap(({ part, pattern }): Hit[] => {
        const last = matchAt(terms, { index, pattern });
        return last ? [{ start: from + start, end: from + last.end, part }] : [];
      })
    );
    if (hits.length > 0) return hits;
  }
  return [];
}

/** The last term of a match that begins at a term. */
function matchAt(
  terms: readonly Term[],
  { index, pattern }: { index: number; pattern: Pattern },
): Term | undefined {
  const last = pattern.terms.length - 1;
  const fits = pattern.terms.every((wanted, offset) => {
    const found = terms[index + offset]?.term;
    return found === wanted || (pattern.isOpen && offset === last && found?.startsWith(wanted));
  });
  return fits ? terms[index + last] : undefined;
}

/** The hit with which the best stretch begins: that with the most parts of the query, the first of such. */
function findBest(hits: readonly Hit[]): Hit | undefined {
  let best: Hit | undefined;
  let most = 0;
  for (const [index, hit] of hits.entries()) {
    const parts = new Set<number>();
    for (let next = index; next < hits.length; next++) {
      const other = hits[next];
      if (!other || other.start > hit.start + LENGTH - LEAD) break;
      if (other.end <= hit.start + LENGTH - LEAD) parts.add(other.part);
    }
    if (parts.size > most) [best, most] = [hit, parts.size];
  }
  return best ?? hits[0]; // Each may be longer than a stretch.
}

function toWordStart(text: string, place: number): number {
  const gap = text.slice(place, place + SLACK).search(/\s\S/);
  if (gap >= 0) return place + gap + 1;
  return isInsideCharacter(text, place) ? place + 1 : place;
}

function toWordEnd(text: string, place: number): number {
  const gap = text.slice(place - SLACK, place).search(/\s\S*$/);
  if (gap >= 0) return place - SLACK + gap;
  return isInsideCharacter(text, place) ? place - 1 : place;
}

/** Whether a place is between the two units of one character. */
function isInsideCharacter(text: string, place: number): boolean {
  return /^[\udc00-\udfff]/.test(text.slice(place, place + 1)) &&
    /[\ud800-\udbff]$/.test(text.slice(place - 1, place));
}
