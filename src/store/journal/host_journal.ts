import { ATTEMPT_MS } from "../while_locked.ts";
import { type Journal, openJournal } from "./journal.ts";
import { holdOwner, type Owner } from "./owner.ts";
import { openTidyJournal } from "./tidy_journal.ts";

/** The journal as a host has it: this process is the owner of the runs that it begins or takes over. */
export interface HostJournal extends Disposable {
  readonly journal: Journal;
  /** This process, as its runs name it. */
  readonly owner: string;
}

/**
 * Opens the journal for a host, and first tidies up, as {@linkcode openTidyJournal} does. It does not wait long for another
 * process's write: who may wait tries again.
 *
 * @param dataDir The data dir.
 * @returns The journal; dispose of it at the end.
 * @throws {WorkflowError} `store_failed` if it cannot be opened.
 */
export function openHostJournal(dataDir: string): HostJournal {
  openTidyJournal(dataDir, { busyTimeout: ATTEMPT_MS })[Symbol.dispose]();
  const owner = holdOwner(dataDir);
  const journal = openOwn(dataDir, owner);
  return {
    journal,
    owner: owner.id,
    [Symbol.dispose]: () => {
      journal[Symbol.dispose]();
      owner[Symbol.dispose]();
    },
  };
}

function openOwn(dataDir: string, owner: Owner): Journal {
  try {
    return openJournal(dataDir, { owner: owner.id });
  } catch (error) {
    owner[Symbol.dispose]();
    throw error;
  }
}
