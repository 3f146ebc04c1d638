import { createHash } from "node:crypto";
import icon from "./icon.svg" with { type: "text" };
import script from "./live.js" with { type: "text" };
import styles from "./styles.css" with { type: "text" };

/** A file that pages name. */
export interface Asset {
  readonly text: string;
  readonly mediaType: string;
}

/** Where pages find their files: the name changes with the content, so that browsers may keep each for ever. */
export const ASSET_PATHS = {
  icon: toPath(icon, "svg"),
  script: toPath(script, "js"),
  styles: toPath(styles, "css"),
} as const;

/** Every file by its path. */
export const ASSETS: ReadonlyMap<string, Asset> = new Map([
  [ASSET_PATHS.icon, { text: icon, mediaType: "image/svg+xml" }],
  [ASSET_PATHS.script, { text: script, mediaType: "text/javascript; charset=utf-8" }],
  [ASSET_PATHS.styles, { text: styles, mediaType: "text/css; charset=utf-8" }],
]);

function toPath(text: string, extension: string): string {
  return `/assets/${createHash("sha256").update(text).digest("hex").slice(0, 12)}.${extension}`;
}
