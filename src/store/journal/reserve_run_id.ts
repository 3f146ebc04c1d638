import type { StatementSync } from "node:sqlite";

/** The statement with which {@linkcode reserveRunId} reserves. */
export const RESERVE_RUN_ID = "insert into run_ids (id) values (?) on conflict do nothing";

const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz";
/** Tries at one length before a day counts as crowded. */
const TRIES_PER_LENGTH = 8;

/**
 * Reserves a run id that no run of the data dir had before.
 *
 * @param insert {@linkcode RESERVE_RUN_ID}, prepared.
 * @param date The local date that the id begins with.
 * @returns `YYYYMMDD-xxxx` in base 36; longer when the day is crowded.
 */
export function reserveRunId(insert: StatementSync, date: Date): string {
  const day = toDay(date);
  for (let tries = 0;; tries++) {
    const id = `${day}-${randomDigits(4 + Math.floor(tries / TRIES_PER_LENGTH))}`;
    if (insert.run(id).changes === 1) return id;
  }
}

function toDay(date: Date): string {
  const pad = (value: number, length: number) => String(value).padStart(length, "0");
  return pad(date.getFullYear(), 4) + pad(date.getMonth() + 1, 2) + pad(date.getDate(), 2);
}

function randomDigits(length: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  // 256 is no multiple of 36: the first digits come up a little more often, which does no harm to a reserved id.
  return Array.from(bytes, (byte) => DIGITS[byte % DIGITS.length]).join("");
}
