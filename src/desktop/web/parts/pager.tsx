import type { JSX } from "hono/jsx/jsx-runtime";

/** What {@linkcode Pager} leads to. */
export interface PagerProps {
  /** The first page; undefined where this is it. */
  readonly first: string | undefined;
  readonly next: string | undefined;
  readonly words?: { readonly first: string; readonly next: string };
}

/** Leads from page to page. */
export function Pager(
  { first, next, words = { first: "Newest", next: "Older" } }: PagerProps,
): JSX.Element | null {
  if (!first && !next) return null;
  return (
    <nav class="pager" aria-label="Pages">
      <span class="actions">{first && <a class="button" href={first}>{words.first}</a>}</span>
      <span class="actions">{next && <a class="button" rel="next" href={next}>{words.next}</a>}</span>
    </nav>
  );
}
