import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import { ASSET_PATHS } from "../assets/assets.ts";

/** What every page has. */
export interface LayoutProps {
  /** The page's title, without the program's name. */
  readonly title: string;
  /** The part of the dashboard that it belongs to. */
  readonly part?: "home" | "settings";
  readonly children?: Child;
}

/** The frame of every page. */
export function Layout({ title, part, children }: LayoutProps): JSX.Element {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${title} · Workflow Code`}</title>
        <link rel="stylesheet" href={ASSET_PATHS.styles} />
        <link rel="icon" href={ASSET_PATHS.icon} type="image/svg+xml" />
        <script src={ASSET_PATHS.script} defer />
      </head>
      <body>
        <a class="skip" href="#main">Skip to content</a>
        <header class="bar">
          <div>
            <a class="brand" href="/">
              <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true" fill="currentColor">
                <path
                  d="M5 7v2.5a5 5 0 0 0 5 5h3"
                  fill="none"
                  stroke="currentColor"
                  stroke-width="2"
                  stroke-linecap="round"
                />
                <circle cx="5" cy="4.6" r="2.9" />
                <circle cx="15" cy="14.5" r="2.9" />
              </svg>
              Workflow Code
            </a>
            <nav aria-label="Dashboard">
              <a href="/" aria-current={part === "home" ? "page" : undefined}>Home</a>
              <a href="/settings" aria-current={part === "settings" ? "page" : undefined}>Settings</a>
            </nav>
          </div>
        </header>
        <main id="main" tabindex={-1}>{children}</main>
      </body>
    </html>
  );
}
