import { type Journal, openJournal } from "./journal.ts";
import { holdOwner } from "./owner.ts";

/** How long a run may wait for a person, in milliseconds: 7 days. */
export const MAX_WAIT_MS = 7 * 24 * 60 * 60 * 1000;

/** The journal as a host has it: this process is the owner of the runs that it begins or takes over. */
export interface HostJournal extends Disposable {
  readonly journal: Journal;
  /** This process, as its runs name it. */
  readonly owner: string;
}

/**
 * Opens the journal for a host, and first tidies up: runs whose process died are marked, runs that have waited for too long
 * are ended.
 *
 * @param dataDir The data dir.
 * @returns The journal; dispose of it at the end.
 * @throws {WorkflowError} `store_failed` if it cannot be opened.
 */
export function openHostJournal(dataDir: string): HostJournal {
  using tidy = openJournal(dataDir);
  tidy.interruptOrphans();
  tidy.expireWaiting({ olderThan: MAX_WAIT_MS });
  const owner = holdOwner(dataDir);
  const journal = openJournal(dataDir, { owner: owner.id });
  return {
    journal,
    owner: owner.id,
    [Symbol.dispose]: () => {
      journal[Symbol.dispose]();
      owner[Symbol.dispose]();
    },
  };
}
