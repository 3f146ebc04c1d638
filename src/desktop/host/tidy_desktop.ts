import { toMessage } from "../../errors.ts";
import type { DesktopDatabase } from "../data/desktop_database.ts";
import type { UserData } from "../data/user_data.ts";
import { reconcileRuns } from "./reconcile_runs.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Does what has to be done now and then: brings what is recorded in line with the journal, and once a day removes what is too old.
 *
 * @param database What is recorded.
 * @param userData The Desktop.
 * @param say Takes a sentence on what went wrong; nobody needs this to succeed.
 */
export function tidyDesktop(
  database: DesktopDatabase,
  userData: Pick<UserData, "dir" | "dataDir">,
  say: (text: string) => void,
): void {
  try {
    reconcileRuns(database, userData);
    if (database.takeTurn("prune", DAY_MS)) database.prune();
  } catch (error) {
    say(toMessage(error));
  }
}
