import { toJournalPath } from "./_database.ts";
import { type Journal, openJournal, type OpenJournalOptions } from "./journal.ts";

/** How long a run may wait for a person, in milliseconds: 7 days. */
const MAX_WAIT_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * Marks runs whose process died, and ends those that have waited for too long.
 *
 * @param journal The journal.
 * @throws {WorkflowError} `store_failed` if it cannot be written.
 */
export function tidyJournal(journal: Journal): void {
  journal.interruptOrphans();
  journal.retention.expireWaiting({ olderThan: MAX_WAIT_MS });
}

/**
 * Opens the journal to look at runs as they are: those whose process died are marked first, those that have waited for too
 * long are ended. Whoever opens it becomes nobody's owner.
 *
 * @param dataDir The data dir.
 * @param options How it is opened.
 * @returns The journal; dispose of it at the end.
 * @throws {WorkflowError} `store_failed` if it cannot be opened.
 */
export function openTidyJournal(dataDir: string, options: OpenJournalOptions = {}): Journal {
  const journal = openJournal(dataDir, options);
  try {
    tidyJournal(journal);
    return journal;
  } catch (error) {
    journal[Symbol.dispose]();
    throw error;
  }
}

/**
 * As {@linkcode openTidyJournal}, but where nothing has run yet, nothing is made.
 *
 * @param dataDir The data dir.
 * @returns The journal, or undefined if there is none; dispose of it at the end.
 * @throws {WorkflowError} `store_failed` if it cannot be opened.
 */
export function findTidyJournal(dataDir: string): Journal | undefined {
  try {
    Deno.statSync(toJournalPath(dataDir));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    // Whatever else is wrong, opening it says best.
  }
  return openTidyJournal(dataDir);
}
