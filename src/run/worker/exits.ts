import process from "node:process";

/**
 * Turns everything that would end the worker without a word (`Deno.exit`, `process.exit`, `process.reallyExit`,
 * `process.abort`, a signal to itself, `close`) into a reported end. `process.abort` would even end the executor.
 *
 * @param onExit Called with the call in words, such as `Deno.exit(3)`.
 */
export function installExits(onExit: (call: string) => void): void {
  const closeWorker = globalThis.close.bind(globalThis);
  const exit = (name: string) => (code?: unknown): never => {
    onExit(`${name}(${code === undefined ? "" : String(code)})`);
    closeWorker();
    // Unwinds the calling code; the executor ends the worker meanwhile.
    throw new Error(`${name}() ends the run`);
  };
  Object.assign(Deno, { exit: exit("Deno.exit"), kill: replaceKill("Deno.kill", exit) });
  Object.assign(process, {
    exit: exit("process.exit"),
    reallyExit: exit("process.reallyExit"),
    abort: exit("process.abort"),
    kill: replaceKill("process.kill", exit),
  });
  Object.assign(globalThis, { close: exit("close") });
}

/** Other processes are out of reach; signal 0 only asks whether there is one. */
function replaceKill(
  name: string,
  exit: (name: string) => (pid: unknown) => never,
): (...args: unknown[]) => true {
  const { pid: own } = process;
  return (pid, signal) => {
    if (pid !== own) {
      throw Object.assign(new Error("kill EPERM"), { code: "EPERM", errno: -1, syscall: "kill" });
    }
    return signal === 0 || exit(name)(pid);
  };
}
