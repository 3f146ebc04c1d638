import { join } from "@std/path";
import { MIGRATIONS } from "./journal/migrations.ts";
import { RESERVE_RUN_ID, reserveRunId } from "./journal/reserve_run_id.ts";
import { openStore } from "./open.ts";

/** Gives out run ids that are unique within a data dir, for ever. `Journal.begin` does so as well. */
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
 * Opens the reservations of a data dir, which are part of its journal; makes them on first use.
 *
 * @param dataDir The data dir.
 * @returns The reservations; dispose of them at the end.
 * @throws {WorkflowError} `store_failed` if the database cannot be opened.
 */
export function openRunIds(dataDir: string): RunIds {
  const db = openStore(join(dataDir, "journal.sqlite"), { name: "run journal", migrations: MIGRATIONS });
  const insert = db.prepare(RESERVE_RUN_ID);
  return {
    reserve: (date) => reserveRunId(insert, date),
    [Symbol.dispose]: () => db.close(),
  };
}
