import type { JSX } from "hono/jsx/jsx-runtime";

/**
 * Writes a page down.
 *
 * @param page The whole page.
 * @returns HTML.
 */
export function renderPage(page: JSX.Element): string {
  return `<!doctype html>${page.toString()}`;
}
