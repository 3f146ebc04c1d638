import type { JSX } from "hono/jsx/jsx-runtime";

/** The way from Home to a page. */
export function Crumbs({ steps }: { steps: readonly { title: string; href?: string }[] }): JSX.Element {
  return (
    <nav class="crumbs" aria-label="Where you are">
      <a href="/">Home</a>
      {steps.map(({ title, href }) => (
        <>
          <span aria-hidden="true">/</span>
          {href
            ? (
              <a href={href}>
                <bdi>{title}</bdi>
              </a>
            )
            : <bdi>{title}</bdi>}
        </>
      ))}
    </nav>
  );
}
