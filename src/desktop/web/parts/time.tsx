import type { JSX } from "hono/jsx/jsx-runtime";
import { toAgo, toExactTime } from "./words.ts";

/** When something happened: in words, the exact time on demand. */
export function Time({ at, now }: { at: number; now: number }): JSX.Element {
  return <time datetime={new Date(at).toISOString()} title={toExactTime(at)}>{toAgo(at, now)}</time>;
}
