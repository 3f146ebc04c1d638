import { WorkflowError } from "../errors.ts";
import { isLocked } from "./store_error.ts";

/** How {@linkcode whileLocked} waits. */
export interface WhileLockedOptions {
  /** How long it is tried, in milliseconds. @default 10000 */
  readonly ms?: number;
  /** How long it is waited between two attempts, in milliseconds. @default 25 */
  readonly pauseMs?: number;
}

/** How long an attempt itself waits, in milliseconds: this process does nothing else meanwhile. */
export const ATTEMPT_MS = 50;

/**
 * Does something with a store that another process may have locked, again and again until it is free. Unlike SQLite's own
 * waiting, this leaves the process to its other work.
 *
 * @param attempt Does it, and waits for {@linkcode ATTEMPT_MS} at most.
 * @param options For how long.
 * @returns What it returned.
 * @throws What the last attempt threw; at once, what has nothing to do with a lock.
 */
export async function whileLocked<T>(attempt: () => T, options: WhileLockedOptions = {}): Promise<T> {
  const { ms = 10_000, pauseMs = 25 } = options;
  const end = performance.now() + ms;
  while (true) {
    try {
      return attempt();
    } catch (error) {
      const isWorthWaiting = error instanceof WorkflowError && isLocked(error.cause);
      if (!isWorthWaiting || performance.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}
