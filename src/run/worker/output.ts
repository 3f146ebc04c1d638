import { Console } from "node:console";
import process from "node:process";
import { format } from "node:util";
import { closeInput } from "./close_input.ts";
import { defineLazily } from "./define_lazily.ts";
import type { LogSink } from "./log_sink.ts";
import { createLogWriters } from "./log_writers.ts";
import { denoStream, nodeStream, syncStream } from "./output_streams.ts";
import { redirectDescriptors } from "./redirect_descriptors.ts";

/**
 * Sends everything that project code prints to the run's log, and closes the worker's own handles of the process's
 * standard streams, so that no other way to them is left: stdout carries the frames to the host, stdin those from it.
 *
 * @param sink The run's log.
 */
export function installOutput(sink: LogSink): void {
  const writers = createLogWriters(sink);
  closeInput();
  for (const name of ["stdout", "stderr"] as const) {
    closeHandle(Deno[name]);
    defineLazily(process, name, () => nodeStream(writers[name], name === "stdout" ? 1 : 2));
    defineLazily(Deno, name, () => denoStream(writers[name]));
  }
  // The same object as `node:console`: its members are replaced, not itself.
  Object.assign(
    console,
    new Console({ stdout: syncStream(writers.stdout), stderr: syncStream(writers.stderr) }),
  );
  Object.assign(process, { _rawDebug: (...args: unknown[]) => writers.stderr(`${format(...args)}\n`) });
  redirectDescriptors(writers);
}

function closeHandle(handle: { close(): void }): void {
  try {
    handle.close();
  } catch {
    // Already closed.
  }
}
