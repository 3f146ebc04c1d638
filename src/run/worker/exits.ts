import process from "node:process";

/**
 * Turns everything that would end the worker without a word (`Deno.exit`, `process.exit`, `process.reallyExit`,
 * `process.abort`, `process.kill` of itself, `close`) into a reported end. `process.abort` would even end the executor.
 *
 * @param onExit Called once with the call in words, such as `Deno.exit(3)`.
 */
export function installExits(onExit: (call: string) => void): void {
  const closeWorker = globalThis.close.bind(globalThis);
  const exit = (name: string) => (code?: unknown): never => {
    onExit(`${name}(${code === undefined ? "" : String(code)})`);
    closeWorker();
    // Unwinds the calling code; the executor ends the worker meanwhile.
    throw new Error(`${name}() ends the run`);
  };
  Object.defineProperty(Deno, "exit", { value: exit("Deno.exit"), configurable: true });
  const kill = process.kill.bind(process);
  Object.assign(process, {
    exit: exit("process.exit"),
    reallyExit: exit("process.reallyExit"),
    abort: exit("process.abort"),
    kill: (pid: number, signal?: string | number) =>
      pid === process.pid && signal !== 0 ? exit("process.kill")(pid) : kill(pid, signal),
  });
  Object.assign(globalThis, { close: exit("close") });
}
