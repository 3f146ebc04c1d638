/**
 * Starts this same deno in the project folder, with the terminal handed through, and waits for it.
 *
 * @param args Arguments of deno.
 * @param env Variables set on top of the environment.
 * @returns Its exit code, 128 and the number of the signal when one ended it.
 */
export async function startDeno(args: readonly string[], env: Record<string, string>): Promise<number> {
  const child = new Deno.Command(Deno.execPath(), { args: [...args], env, stdin: "inherit" }).spawn();
  // A terminal sends Ctrl-C to the child as well: the runner only has to outlive it, to report what it said.
  const listeners = forwardedSignals().map(([signal, forward]) => {
    const listener = () => {
      if (forward) endQuietly(child);
    };
    Deno.addSignalListener(signal, listener);
    return () => Deno.removeSignalListener(signal, listener);
  });
  try {
    return (await child.status).code;
  } finally {
    for (const removeListener of listeners) removeListener();
  }
}

function forwardedSignals(): [signal: Deno.Signal, forward: boolean][] {
  return Deno.build.os === "windows" ? [["SIGINT", false]] : [["SIGINT", false], ["SIGTERM", true]];
}

function endQuietly(child: Deno.ChildProcess): void {
  try {
    child.kill("SIGTERM");
  } catch {
    // It has ended by itself in the meantime.
  }
}
