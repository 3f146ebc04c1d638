import type { RunObserver } from "../../run/run_observer.ts";

/**
 * Tells who waits for it that a run has begun, that an answer has been written down, or that no run is at work any more. All else
 * goes to the recorder.
 */
export class ObserverHub implements RunObserver {
  readonly #recorder: RunObserver;
  readonly #working = new Set<string>();
  readonly #beginnings = new Map<unknown, (runId: string) => void>();
  readonly #answers = new Map<string, () => void>();
  #onIdle: (() => void) | undefined;

  /** @param recorder Takes everything. */
  constructor(recorder: RunObserver) {
    this.#recorder = recorder;
  }

  /** Calls back when the run of a call begins that was given exactly this input, or when a run with this id is gone on with. */
  onBegun(key: object | string, tell: (runId: string) => void): void {
    this.#beginnings.set(key, tell);
  }

  /** Calls back when an answer of a run has been written down. */
  onAnswered(runId: string, tell: () => void): void {
    this.#answers.set(runId, tell);
  }

  /** Forgets who waits for a beginning or an answer. */
  forget(key: object | string): void {
    this.#beginnings.delete(key);
    if (typeof key === "string") this.#answers.delete(key);
  }

  /** Calls back, now or later, when no run is at work; those that wait for a person are not. */
  whenIdle(tell: () => void): void {
    this.#onIdle = tell;
    this.#checkIdle();
  }

  begun(run: Parameters<RunObserver["begun"]>[0]): void {
    this.#working.add(run.runId);
    this.#recorder.begun(run);
    this.#beginnings.get(run.call ? run.call.mcpInput : run.runId)?.(run.runId);
  }

  answered(...args: Parameters<RunObserver["answered"]>): void {
    this.#recorder.answered(...args);
    this.#answers.get(args[0])?.();
  }

  event(...args: Parameters<RunObserver["event"]>): void {
    this.#recorder.event(...args);
  }

  waiting(report: Parameters<RunObserver["waiting"]>[0]): void {
    this.#recorder.waiting(report);
    this.#rest(report.runId);
  }

  resumed(...args: Parameters<RunObserver["resumed"]>): void {
    this.#working.add(args[0]);
    this.#recorder.resumed(...args);
  }

  left(runId: string): void {
    this.#recorder.left(runId);
    this.#rest(runId);
  }

  ended(report: Parameters<RunObserver["ended"]>[0]): void {
    this.#recorder.ended(report);
    this.#rest(report.runId);
  }

  #rest(runId: string): void {
    this.#working.delete(runId);
    this.#checkIdle();
  }

  #checkIdle(): void {
    if (this.#working.size > 0) return;
    this.#onIdle?.();
    this.#onIdle = undefined;
  }
}
