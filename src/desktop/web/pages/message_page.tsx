import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import { Layout } from "../parts/layout.tsx";

/** A page that says why there is no other one. */
export function MessagePage(
  { title, hasWayHome = true, children }: { title: string; hasWayHome?: boolean; children?: Child },
): JSX.Element {
  return (
    <Layout title={title}>
      <div class="empty">
        <h1>{title}</h1>
        {children}
        {hasWayHome && <a class="button" href="/">Go to Home</a>}
      </div>
    </Layout>
  );
}
