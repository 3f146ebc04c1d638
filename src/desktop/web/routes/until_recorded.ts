import type { DesktopDatabase } from "../../data/desktop_database.ts";

/** How long a record may take before a page is shown without it, in milliseconds. */
const MOST_MS = 2000;
const EVERY_MS = 10;

/**
 * Waits until a run that has just begun is recorded: whoever is led to its page is to find it.
 *
 * @param database What is recorded.
 * @param runId The run.
 */
export async function untilRecorded(database: Pick<DesktopDatabase, "run">, runId: string): Promise<void> {
  const end = performance.now() + MOST_MS;
  while (!database.run(runId) && performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
}
