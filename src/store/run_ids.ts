import { join } from "@std/path";
import { openStore } from "./open.ts";

const MIGRATIONS = ["create table run_ids (id text primary key) strict, without rowid"];
const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz";
/** Tries at one length before a day counts as crowded. */
const TRIES_PER_LENGTH = 8;

/** Gives out run ids that are unique within a data dir, for ever. */
export interface RunIds extends Disposable {
  /**
   * Reserves an id.
   *
   * @param date The local date that the id begins with.
   * @returns `YYYYMMDD-xxxx` in base 36; longer when the day is crowded.
   */
  reserve(date: Date): string;
}

/**
 * Opens the reservations of a data dir; makes them on first use.
 *
 * @param dataDir The data dir.
 * @returns The reservations; dispose of them at the end.
 * @throws {WorkflowError} `store_failed` if the database cannot be opened.
 */
export function openRunIds(dataDir: string): RunIds {
  const db = openStore(join(dataDir, "run-ids.sqlite"), { name: "list of run ids", migrations: MIGRATIONS });
  const insert = db.prepare("insert into run_ids (id) values (?) on conflict do nothing");
  return {
    reserve(date) {
      const day = toDay(date);
      for (let tries = 0;; tries++) {
        const id = `${day}-${randomDigits(4 + Math.floor(tries / TRIES_PER_LENGTH))}`;
        if (insert.run(id).changes === 1) return id;
      }
    },
    [Symbol.dispose]: () => db.close(),
  };
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
