/** The signals by which a person or a client ends a program. */
const SIGNALS: readonly Deno.Signal[] = Deno.build.os === "windows"
  ? ["SIGINT", "SIGBREAK"]
  : ["SIGINT", "SIGTERM", "SIGHUP"];

/**
 * Handles the signals that would end this process at once.
 *
 * @param onSignal Called with each of them.
 * @returns Gives the signals back their usual effect when it is disposed of.
 */
export function onSignals(onSignal: (signal: Deno.Signal) => void): Disposable {
  const listeners = SIGNALS.map((signal) => ({ signal, listener: () => onSignal(signal) }));
  for (const { signal, listener } of listeners) Deno.addSignalListener(signal, listener);
  return {
    [Symbol.dispose]: () => {
      for (const { signal, listener } of listeners) Deno.removeSignalListener(signal, listener);
    },
  };
}
