import type { JSX } from "hono/jsx/jsx-runtime";

/** One tab: a page of its own. */
export interface Tab {
  readonly title: string;
  readonly href: string;
  /** How many things are behind it. */
  readonly count?: number | undefined;
}

/** Tabs; the open one is named by its address. */
export function Tabs(
  { label, tabs, open }: { label: string; tabs: readonly Tab[]; open: string },
): JSX.Element {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(({ title, href, count }) => (
        <a href={href} aria-current={href === open ? "page" : undefined}>
          {title} {count !== undefined && count > 0 && <small>{count.toLocaleString("en-US")}</small>}
        </a>
      ))}
    </nav>
  );
}
