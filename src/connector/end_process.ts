import { delay, isWithin } from "./_wait.ts";
import type { ServerProcess } from "./spawn_backend.ts";

/** How long each step of ending a process is given before the next one, in milliseconds. */
export interface Grace {
  /** After its stdin was closed. */
  readonly input: number;
  /** After SIGTERM. */
  readonly term: number;
}

/** For a server that did its work: it may have something to put away. */
export const PATIENT: Grace = { input: 1_500, term: 1_500 };

/** For a server that failed or was given up. */
export const IMPATIENT: Grace = { input: 100, term: 400 };

/** How long a process may take to be gone after SIGKILL, in milliseconds: a matter of the kernel. */
const KILL_TIME = 1_000;

/** How long what a server left behind may take to end after SIGTERM, and then to be gone after SIGKILL, in milliseconds. */
const LEFTOVER_GRACE = 200;
const LEFTOVER_KILL_TIME = 500;

/**
 * Ends a process with all that it started, each step only if the one before was not enough: its stdin is closed, then SIGTERM,
 * then SIGKILL.
 *
 * @param child The process; may have ended.
 * @param grace How long it is given.
 * @returns Resolves when it is gone, in less than five seconds. Never rejects.
 */
export async function endProcess(child: ServerProcess, grace: Grace): Promise<void> {
  child.closeInput();
  if (!await isWithin(child.exited, grace.input)) {
    await child.kill("SIGTERM");
    if (!await isWithin(child.exited, grace.term)) {
      await child.kill("SIGKILL");
      await isWithin(child.exited, KILL_TIME);
    }
  }
  await endLeftovers(child);
  child.release();
}

/** Nothing tells when the last process of a group that leads nobody any more has ended, so it is asked for. */
async function endLeftovers(child: ServerProcess): Promise<void> {
  if (!await child.kill("SIGTERM")) return;
  await delay(LEFTOVER_GRACE);
  for (let waited = 0; waited < LEFTOVER_KILL_TIME && await child.kill("SIGKILL"); waited += 20) {
    await delay(20);
  }
}
