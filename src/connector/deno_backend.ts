import { currentPlatform } from "./platform.ts";
import type { KillGroup, ServerCommand, ServerProcess, SpawnBackend } from "./spawn_backend.ts";

/**
 * Starts servers with `Deno.Command`. It needs the permission to run the program and no other, so it also works in a worker
 * that has nothing else.
 *
 * @param kill Signals a process group, in the place of the worker that may not.
 * @returns The backend.
 */
export function createDenoBackend(kill: KillGroup): SpawnBackend {
  // Async, so that what spawn throws at once is a rejection as well.
  return async (command) => await Promise.resolve(spawn(command, kill));
}

function spawn({ command: [program = "", ...args], env }: ServerCommand, kill: KillGroup): ServerProcess {
  const child = new Deno.Command(program, {
    args,
    env: { ...env },
    clearEnv: true,
    detached: currentPlatform() !== "windows", // The leader of a group of its own.
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const input = child.stdin.getWriter();
  const outputs = [child.stdout.getReader(), child.stderr.getReader()] as const;
  return {
    pid: child.pid,
    stdout: readChunks(outputs[0]),
    stderr: readChunks(outputs[1]),
    exited: child.status.then(({ code, signal }) => ({ code: signal === null ? code : null, signal })),
    write: (bytes) => input.write(bytes),
    closeInput: () => void input.close().catch(() => {}),
    kill: (signal) => kill(child.pid, signal),
    release() {
      input.abort().catch(() => {});
      for (const output of outputs) output.cancel().catch(() => {});
    },
  };
}

async function* readChunks(reader: ReadableStreamDefaultReader<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
}
