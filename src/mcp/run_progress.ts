import type { RunEvent } from "../run/protocol.ts";
import type { ToolCall } from "./handlers.ts";

/** How often a client hears that a run is alive, in milliseconds: well under the minute after which many give up. */
const HEARTBEAT_MS = 10_000;

/** A step too small to be seen, since every report has to be higher than the one before. */
const STEP = 1e-9;

/** Options for {@linkcode watchRun}. */
export interface WatchRunOptions {
  /** How often to report without news, in milliseconds. @default 10000 */
  readonly heartbeatMs?: number;
}

/** Tells a client how far its call has got; dispose of it when the run has ended. */
export interface RunWatch extends Disposable {
  /** Takes what happens in the run. */
  readonly onEvent: (event: RunEvent) => void;
  /** Takes whether the run waits for a person, so that reports say so. */
  readonly setWaiting: (isWaiting: boolean) => void;
}

/**
 * Reports a run's progress to the client that asked for it: what `ctx.progress` says, and every few seconds that the run is
 * still alive.
 *
 * @param report Sends a report; without it nothing is reported.
 * @param options How often.
 * @returns What to tell of the run.
 */
export function watchRun(report: ToolCall["progress"], options: WatchRunOptions = {}): RunWatch {
  if (!report) return { onEvent: () => {}, setWaiting: () => {}, [Symbol.dispose]: () => {} };
  const startedAt = performance.now();
  let progress = 0;
  let message: string | undefined;
  let isWaiting = false;
  const heartbeat = setInterval(() => {
    progress += STEP;
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    const words = isWaiting ? "Waiting for an answer" : message ?? `Running for ${seconds} s`;
    report({ progress, total: 1, message: words });
  }, options.heartbeatMs ?? HEARTBEAT_MS);
  return {
    onEvent: (event) => {
      if (event.type !== "progress") return;
      progress = Math.max(progress + STEP, event.fraction);
      message = event.message ?? message;
      report({ progress, total: 1, ...(message === undefined ? {} : { message }) });
    },
    setWaiting: (waits) => isWaiting = waits,
    [Symbol.dispose]: () => clearInterval(heartbeat),
  };
}
