import { toMessage } from "../errors.ts";
import type { HostJournal } from "../store/journal/host_journal.ts";
import { tidyJournal } from "../store/journal/tidy_journal.ts";
import { describePruned } from "./describe_pruned.ts";
import { pruneDaily } from "./prune_daily.ts";

/** How often it is looked after the data, in milliseconds. */
const EVERY_MS = 10 * 60 * 1000;

/** Options for {@linkcode withUpkeep}. */
export interface UpkeepOptions {
  readonly dataDir: string;
  /** Takes what a person should know. */
  readonly onLog: (text: string) => void;
  /** Milliseconds. @default 600000 */
  readonly everyMs?: number;
  /** Removes what is old. @default pruneDaily */
  readonly prune?: typeof pruneDaily;
}

/**
 * Looks after the data for as long as a host has its journal open, which may be for weeks: runs whose process died are marked,
 * those that waited for too long are ended, and once a day what is old is removed.
 *
 * @param journal The journal.
 * @param options Where the data is.
 * @returns The same journal; disposing of it ends the upkeep too.
 */
export function withUpkeep(
  journal: HostJournal,
  { dataDir, onLog, everyMs = EVERY_MS, prune = pruneDaily }: UpkeepOptions,
): HostJournal {
  let isBusy = false;
  const timer = setInterval(async () => {
    if (isBusy) return;
    isBusy = true;
    try {
      tidyJournal(journal.journal);
      const said = describePruned(await prune(dataDir));
      if (said !== undefined) onLog(said);
    } catch (error) {
      onLog(`${toMessage(error)}\n`);
    }
    isBusy = false;
  }, everyMs);
  Deno.unrefTimer(timer);
  return {
    journal: journal.journal,
    owner: journal.owner,
    [Symbol.dispose]: () => {
      clearInterval(timer);
      journal[Symbol.dispose]();
    },
  };
}
