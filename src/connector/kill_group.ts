import process from "node:process";
import { currentPlatform } from "./platform.ts";
import type { KillSignal } from "./spawn_backend.ts";

/**
 * Signals a process group: a process with all that it started. On Windows, which has no groups and no signals, the process and
 * its descendants are ended, as long as the process itself is there.
 *
 * @param pid The leader of the group.
 * @param signal The signal.
 * @returns Whether there was anything to signal.
 */
export async function killGroup(pid: number, signal: KillSignal): Promise<boolean> {
  if (currentPlatform() === "windows") return await endTree(pid);
  try {
    process.kill(-pid, signal);
    return true;
  } catch {
    return false; // Nothing is left; on macOS also when what is left is only waited for by nobody.
  }
}

async function endTree(pid: number): Promise<boolean> {
  const { spawn } = await import("node:child_process");
  const program = `${process.env.SystemRoot ?? "C:\\Windows"}\\System32\\taskkill.exe`;
  const killer = spawn(program, ["/pid", String(pid), "/t", "/f"], { windowsHide: true, stdio: "ignore" });
  return await new Promise((resolve) =>
    killer.once("exit", (code) => resolve(code === 0)).once("error", () => resolve(false))
  );
}
