import type { RunSummary } from "./recorded_run.ts";

/** Where a page of runs ends. */
type Place = Pick<RunSummary, "runId" | "startedAt">;

/** Makes the cursor that leads to what comes after a run, whatever is recorded or removed meanwhile. */
export function toRunCursor({ startedAt, runId }: Place): string {
  return `${startedAt}~${runId}`;
}

/** Reads a cursor, which comes out of an address and may be anything. */
export function fromRunCursor(cursor: string | undefined): Place | undefined {
  const [, time, runId] = /^(\d{1,16}(?:\.\d{1,16})?)~([A-Za-z0-9-]{1,64})$/.exec(cursor ?? "") ?? [];
  return time === undefined || runId === undefined ? undefined : { startedAt: Number(time), runId };
}
