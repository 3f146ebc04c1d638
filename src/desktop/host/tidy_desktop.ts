import { toMessage } from "../../errors.ts";
import type { DesktopDatabase } from "../data/desktop_database.ts";
import type { UserData } from "../data/user_data.ts";
import { reconcileRuns } from "./reconcile_runs.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Does what has to be done now and then: brings what is recorded in line with the journal, and once a day removes what is too old: records,
 * and files, journals and bundles that no run needs.
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
    const { keepFilesDays } = database.settings();
    if (keepFilesDays === null || !database.takeTurn("prune files", DAY_MS)) return;
    pruneFiles(userData.dataDir, keepFilesDays * DAY_MS).catch((error) => say(toMessage(error)));
  } catch (error) {
    say(toMessage(error));
  }
}

async function pruneFiles(dataDir: string, olderThan: number): Promise<void> {
  const { pruneData } = await import("../../run/prune_data.ts"); // Seldom needed.
  await pruneData({ dataDir, olderThan });
}
