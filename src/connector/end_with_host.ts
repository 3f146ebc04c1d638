import process from "node:process";
import { IMPATIENT } from "./end_process.ts";
import { killGroup } from "./kill_group.ts";
import type { ServerProcess, SpawnBackend } from "./spawn_backend.ts";
import { isWithin } from "./_wait.ts";

/** The signals that end a process which does not listen to them, as a terminal or a supervisor sends them. */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
type EndingSignal = typeof SIGNALS[number];

/** The processes that have not been released yet. */
const running = new Set<ServerProcess>();

/**
 * Makes servers end with this process also where nobody closes them: a group of its own gets no Ctrl-C from the terminal, and
 * not every server ends when its stdin does. Nothing is done about a signal that the host itself listens to.
 *
 * @param spawn The backend.
 * @returns The same, with that care.
 */
export function endWithHost(spawn: SpawnBackend): SpawnBackend {
  return async (command) => {
    const child = await spawn(command);
    const guarded = {
      ...child,
      release() {
        child.release();
        running.delete(guarded);
        if (running.size === 0) stopListening();
      },
    };
    running.add(guarded);
    if (running.size === 1) listen();
    return guarded;
  };
}

/** Deno has no way to tell whether the host listens to a signal, so there only its end is seen. */
const isDeno = "Deno" in globalThis;

function listen(): void {
  if (isDeno) globalThis.addEventListener("unload", killAll);
  else {
    process.on("exit", killAll);
    for (const signal of SIGNALS) process.on(signal, endAll);
  }
}

function stopListening(): void {
  if (isDeno) globalThis.removeEventListener("unload", killAll);
  else {
    process.off("exit", killAll);
    for (const signal of SIGNALS) process.off(signal, endAll);
  }
}

/** All that can be done in the very last moment. */
function killAll(): void {
  for (const child of running) void killGroup(child.pid, "SIGKILL");
}

async function endAll(signal: EndingSignal): Promise<void> {
  if (process.listenerCount(signal) > 1) return; // The host decides what comes of it.
  const children = [...running];
  for (const child of children) void child.kill("SIGTERM");
  await isWithin(Promise.all(children.map((child) => child.exited)), IMPATIENT.term);
  killAll();
  stopListening();
  process.kill(process.pid, signal);
}
