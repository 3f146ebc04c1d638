import { WorkflowError } from "../errors.ts";
import { ExecutorProcess, type ExecutorProcessOptions } from "./executor_process.ts";

/** How long the runs of an executor that is to be replaced may go on, in milliseconds. */
const RETIREMENT_MS = 10_000;

/** What {@linkcode ExecutorPool} starts executors with. */
export type ExecutorPoolOptions = Omit<ExecutorProcessOptions, "onSpent" | "scratchRoot"> & {
  /** Makes the path of a scratch folder for a new executor. */
  readonly createScratchRoot: () => string;
  /** How long an executor without runs is kept, in milliseconds. */
  readonly idleMs: number;
};

/** A use of an executor; it is not ended while it is used. */
export interface ExecutorUse extends Disposable {
  readonly executor: ExecutorProcess;
}

/** Keeps one executor for new runs, and those that it replaced until their runs have ended. */
export class ExecutorPool {
  readonly #options: ExecutorPoolOptions;
  readonly #uses = new Map<ExecutorProcess, number>();
  readonly #retired = new Map<ExecutorProcess, ReturnType<typeof setTimeout>>();
  readonly #closing = new Set<Promise<void>>();
  #idleTimer: ReturnType<typeof setTimeout> | undefined;
  #current: ExecutorProcess | undefined;
  #closed = false;

  constructor(options: ExecutorPoolOptions) {
    this.#options = options;
  }

  /**
   * Takes the executor for a new run or question; starts one where there is none, or where the last one died.
   *
   * @returns The use; dispose of it when the run has ended.
   */
  use(): ExecutorUse {
    if (this.#closed) throw new WorkflowError("cancelled", "The executors have been closed");
    clearTimeout(this.#idleTimer);
    if (!this.#current || this.#current.dead) this.#current = this.#start();
    const executor = this.#current;
    this.#uses.set(executor, (this.#uses.get(executor) ?? 0) + 1);
    return { executor, [Symbol.dispose]: () => this.#release(executor) };
  }

  /** Ends all executors, and with them their runs. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#idleTimer);
    for (const executor of this.#retired.keys()) this.#end(executor);
    if (this.#current) this.#end(this.#current);
    await Promise.all(this.#closing);
  }

  #start(): ExecutorProcess {
    const { createScratchRoot, idleMs: _, ...options } = this.#options;
    const executor = new ExecutorProcess({
      ...options,
      scratchRoot: createScratchRoot(),
      onSpent: () => this.#retire(executor),
    });
    return executor;
  }

  /** A worker in an endless loop burns on until its process ends: let the other runs finish, but not for long. */
  #retire(executor: ExecutorProcess): void {
    if (this.#closed || this.#retired.has(executor)) return;
    if (this.#current === executor) this.#current = undefined;
    this.#retired.set(executor, setTimeout(() => this.#end(executor), RETIREMENT_MS));
    if (!this.#uses.has(executor)) this.#end(executor);
  }

  #release(executor: ExecutorProcess): void {
    const uses = (this.#uses.get(executor) ?? 1) - 1;
    if (uses > 0) {
      this.#uses.set(executor, uses);
      return;
    }
    this.#uses.delete(executor);
    if (this.#retired.has(executor)) this.#end(executor);
    else if (executor === this.#current && !this.#closed) {
      clearTimeout(this.#idleTimer);
      this.#idleTimer = setTimeout(() => this.#end(executor), this.#options.idleMs);
    }
  }

  /** Ends an executor; without runs it also stops holding memory, and the next call starts another. */
  #end(executor: ExecutorProcess): void {
    clearTimeout(this.#retired.get(executor));
    this.#retired.delete(executor);
    if (this.#current === executor) this.#current = undefined;
    const closing = executor.close().finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
  }
}
