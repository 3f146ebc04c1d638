import process from "node:process";
import { killGroup } from "./kill_group.ts";
import { currentPlatform } from "./platform.ts";
import type { KillSignal } from "./spawn_backend.ts";

/** What the system says of a process: its parent, and when it began. */
interface Identity {
  readonly parent: number;
  readonly startedAt: string;
}

/**
 * A process that somebody else says to have started in this process's name. It is signalled with its group, and only as long
 * as it is that process: a number is given to another one when it is free.
 */
export class OwnChild {
  readonly #pid: number;
  readonly #identity: Promise<Identity | "unknown" | undefined>;

  /** @param pid The process, just after it was started. */
  constructor(pid: number) {
    this.#pid = pid;
    this.#identity = identify(pid);
  }

  /**
   * Signals the process with all that it started.
   *
   * @param signal The signal.
   * @returns Whether there was anything to signal.
   */
  async kill(signal: KillSignal): Promise<boolean> {
    if (!isThere(this.#pid)) return false;
    return await this.#isStillIt() ? await killGroup(this.#pid, signal) : false;
  }

  async #isStillIt(): Promise<boolean> {
    const [first, now] = await Promise.all([this.#identity, identify(this.#pid)]);
    // Where the system cannot say, its word is taken; so it is of a group whose leader has ended: its number is still taken.
    if (first === "unknown" || now === "unknown" || now === undefined) return true;
    return first?.parent === Deno.pid && now.parent === Deno.pid && first.startedAt === now.startedAt;
  }
}

/** Whether the group has a process; asking costs nothing. */
function isThere(pid: number): boolean {
  if (currentPlatform() === "windows") return true;
  try {
    process.kill(-pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Deno lets nobody read `/proc` who may not do everything, hence `ps`. */
async function identify(pid: number): Promise<Identity | "unknown" | undefined> {
  if (currentPlatform() === "windows") return "unknown";
  try {
    const { stdout } = await new Deno.Command("/bin/ps", {
      args: ["-o", "ppid=,lstart=", "-p", String(pid)],
      clearEnv: true,
      stdin: "null",
      stderr: "null",
    }).output();
    const [, parent, startedAt] = /^\s*(\d+)\s+(\S.*)/.exec(new TextDecoder().decode(stdout)) ?? [];
    return startedAt === undefined ? undefined : { parent: Number(parent), startedAt: startedAt.trim() };
  } catch {
    return "unknown"; // A small container has no `ps`.
  }
}
