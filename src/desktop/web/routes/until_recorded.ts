import type { DesktopDatabase } from "../../data/desktop_database.ts";
import type { RecordedRun } from "../../data/recorded_run.ts";

/** How long a record may take before a page is shown without it, in milliseconds. */
const MOST_MS = 2000;
const EVERY_MS = 10;

/**
 * Waits until a run that has just begun, or goes on, is recorded: whoever is led to its page is to find it so.
 *
 * @param database What is recorded.
 * @param runId The run.
 * @param is Whether it is recorded as it is now. Default: whether it is recorded at all.
 */
export async function untilRecorded(
  database: Pick<DesktopDatabase, "run">,
  runId: string,
  is: (run: RecordedRun) => boolean = () => true,
): Promise<void> {
  const end = performance.now() + MOST_MS;
  while (performance.now() < end) {
    const run = database.run(runId);
    if (run && is(run)) return;
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
}
