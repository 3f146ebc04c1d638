import { WorkflowError } from "../../errors.ts";
import type { Journal } from "../../store/journal/journal.ts";
import type { StoredRun } from "../../store/journal/stored_run.ts";

/** How many runs may be inside each other, the outermost one included. */
const MOST_NESTED = 8;

/**
 * Refuses a run inside too many others, as projects that call each other for ever would begin it.
 *
 * @param runId The run that calls.
 * @param options Where runs are found, the names of projects by id, and what it calls, for the message.
 * @throws {WorkflowError} `run_failed`, naming the whole chain.
 */
export function checkDepth(
  runId: string,
  { journal, nameOf, called }: {
    readonly journal: Pick<Journal, "get">;
    readonly nameOf: (projectId: string) => string;
    readonly called: { readonly alias: string; readonly entrypointId: string };
  },
): void {
  const chain: StoredRun[] = [];
  for (let run = journal.get(runId); run; run = run.parent ? journal.get(run.parent.runId) : undefined) {
    chain.unshift(run);
  }
  if (chain.length < MOST_NESTED) return;
  const shown = chain.map(({ projectId, entrypointId }) => `${nameOf(projectId)} ${entrypointId}`);
  throw new WorkflowError(
    "run_failed",
    `Cannot run ${JSON.stringify(called.entrypointId)} of related project ${JSON.stringify(called.alias)}: ` +
      `found ${chain.length} runs inside each other (${
        shown.join(" → ")
      }), expected less than ${MOST_NESTED}`,
  );
}
