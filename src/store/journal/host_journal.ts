import { type Journal, openJournal } from "./journal.ts";
import { holdOwner } from "./owner.ts";
import { openTidyJournal } from "./tidy_journal.ts";

/** The journal as a host has it: this process is the owner of the runs that it begins or takes over. */
export interface HostJournal extends Disposable {
  readonly journal: Journal;
  /** This process, as its runs name it. */
  readonly owner: string;
}

/**
 * Opens the journal for a host, and first tidies up, as {@linkcode openTidyJournal} does.
 *
 * @param dataDir The data dir.
 * @returns The journal; dispose of it at the end.
 * @throws {WorkflowError} `store_failed` if it cannot be opened.
 */
export function openHostJournal(dataDir: string): HostJournal {
  openTidyJournal(dataDir)[Symbol.dispose]();
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
