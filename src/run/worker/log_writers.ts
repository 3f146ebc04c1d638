import type { LogSink } from "./log_sink.ts";

/** Writes text or bytes to the run's log; a character that is split between two writes of bytes is put together. */
export type LogWriter = (chunk: string | Uint8Array) => void;

/** Where the two standard streams of project code go, whichever way it writes to them. */
export interface LogWriters {
  readonly stdout: LogWriter;
  readonly stderr: LogWriter;
}

/**
 * Makes the writers of a run's log.
 *
 * @param sink The log.
 * @returns One for each stream.
 */
export function createLogWriters(sink: LogSink): LogWriters {
  return { stdout: createWriter("stdout", sink), stderr: createWriter("stderr", sink) };
}

function createWriter(name: keyof LogWriters, sink: LogSink): LogWriter {
  const decoder = new TextDecoder();
  return (chunk) =>
    sink.write(name, typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true }));
}
