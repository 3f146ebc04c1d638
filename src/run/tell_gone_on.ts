import type { StoredRun } from "../store/journal/stored_run.ts";
import type { PendingInteraction } from "../store/journal/records.ts";
import type { GivenAnswer } from "./protocol.ts";
import type { RunReport } from "./report.ts";
import type { RunObserver } from "./run_observer.ts";

/** A run with which this process goes on. */
export interface GoneOn {
  /** As it was taken over. */
  readonly claimed: StoredRun;
  /** Whether this process has had it all along. */
  readonly isLive: boolean;
  /** What was answered. */
  readonly answers: readonly GivenAnswer[];
  /** What it asked. */
  readonly open: readonly PendingInteraction[];
  /** When it was taken over, in milliseconds since 1970. */
  readonly at: number;
  readonly run: { snapshot(): RunReport };
}

/**
 * Tells whoever watches that a run goes on, and with what answers.
 *
 * @param observer Who watches.
 * @param run The run.
 */
export function tellGoneOn(
  observer: RunObserver,
  { claimed, isLive, answers, open, at, run }: GoneOn,
): void {
  const { runId, entrypoint, startedAt, history: statuses } = claimed;
  if (isLive) observer.resumed(runId, at);
  else observer.begun({ runId, entrypoint, startedAt, statuses, snapshot: () => run.snapshot() });
  for (const { key, answer } of answers) {
    const request = open.find((one) => one.request.key === key)?.request;
    if (request) observer.answered(runId, { request, answer, at });
  }
}
