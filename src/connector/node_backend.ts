import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { currentPlatform } from "./platform.ts";
import type { ExitStatus, KillGroup, ServerCommand, ServerProcess, SpawnBackend } from "./spawn_backend.ts";

/**
 * Starts servers with `node:child_process`, for Node.
 *
 * @param kill Signals a process group.
 * @returns The backend.
 */
export function createNodeBackend(kill: KillGroup): SpawnBackend {
  return async (command) => await start(command, kill);
}

async function start(
  { command: [program = "", ...args], env }: ServerCommand,
  kill: KillGroup,
): Promise<ServerProcess> {
  // Imported when it is needed: at the start of a program it takes longer than all the rest of this library.
  const { spawn } = await import("node:child_process");
  const child = spawn(program, args, {
    env: { ...env },
    detached: currentPlatform() !== "windows", // The leader of a group of its own; on Windows it would open a console.
    windowsHide: true,
    stdio: "pipe",
  });
  const exited = new Promise<ExitStatus>((resolve) =>
    child.once("exit", (code, signal) => resolve({ code, signal }))
  );
  await new Promise<void>((resolve, reject) => child.once("spawn", resolve).once("error", reject));
  child.on("error", () => {}); // Such as a signal that could not be sent; nobody waits for it.
  child.stdin.on("error", () => {}); // The write that failed has been told.
  return toServerProcess(child, { exited, kill });
}

function toServerProcess(
  child: ChildProcessWithoutNullStreams,
  { exited, kill }: { readonly exited: Promise<ExitStatus>; readonly kill: KillGroup },
): ServerProcess {
  const { pid = 0, stdin, stdout, stderr } = child;
  return {
    pid,
    stdout,
    stderr,
    exited,
    write: (bytes) =>
      new Promise((resolve, reject) => {
        stdin.write(bytes, (error) => error ? reject(error) : resolve());
      }),
    closeInput: () => void stdin.end(),
    kill: (signal) => kill(pid, signal),
    release() {
      for (const pipe of [stdin, stdout, stderr]) pipe.destroy();
    },
  };
}
