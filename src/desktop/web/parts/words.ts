const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Says how long ago something was: `just now`, `5 minutes ago`, `yesterday`, `3 March 2026`.
 *
 * @param at Milliseconds since 1970.
 * @param now Milliseconds since 1970.
 * @returns The words.
 *
 * @example
 * ```ts
 * import { toAgo } from "./words.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(toAgo(0, 30_000), "just now");
 * assertEquals(toAgo(0, 3_600_000), "1 hour ago");
 * ```
 */
export function toAgo(at: number, now: number): string {
  const ms = now - at;
  if (ms < MINUTE) return "just now";
  if (ms < HOUR) return `${count(ms / MINUTE, "minute")} ago`;
  if (ms < DAY) return `${count(ms / HOUR, "hour")} ago`;
  if (ms < 7 * DAY) return `${count(ms / DAY, "day")} ago`;
  return new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric" }).format(at);
}

/**
 * Writes a time exactly, in the time zone of this machine: `2026-03-03 14:05:09`.
 *
 * @param at Milliseconds since 1970.
 * @returns The text.
 */
export function toExactTime(at: number): string {
  return new Date(at - new Date(at).getTimezoneOffset() * MINUTE).toISOString().slice(0, 19).replace(
    "T",
    " ",
  );
}

/**
 * Writes the time of day to the millisecond, in the time zone of this machine: `14:05:09.120`.
 *
 * @param at Milliseconds since 1970.
 * @returns The text.
 */
export function toTimeOfDay(at: number): string {
  return new Date(at - new Date(at).getTimezoneOffset() * MINUTE).toISOString().slice(11, 23);
}

/**
 * Writes how many there are of something: `1 run`, `12,000 runs`.
 *
 * @param number How many, rounded down.
 * @param noun What, in the singular.
 * @returns The text.
 */
export function count(number: number, noun: string): string {
  const whole = Math.floor(number);
  return `${whole.toLocaleString("en-US")} ${noun}${whole === 1 ? "" : "s"}`;
}

/**
 * Writes a size: `512 bytes`, `1.4 kB`, `3.0 MB`.
 *
 * @param bytes The size in bytes.
 * @returns The text.
 */
export function toSize(bytes: number): string {
  if (bytes < 1000) return count(bytes, "byte");
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
