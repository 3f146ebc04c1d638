// Project code may replace any global: this module is loaded before it.
const { setTimeout, clearTimeout } = globalThis;

/**
 * Waits.
 *
 * @param ms How long, in milliseconds.
 * @param signal Ends the wait when it aborts.
 * @throws The signal's reason.
 */
export function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", onAbort);
      resolve();
    }, ms);
    signal.addEventListener("abort", onAbort, { once: true });
  });
}
