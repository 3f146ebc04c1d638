/**
 * The only place that writes to stdout and stderr for people. `Deno.stdout` is used since `process.stdout` throws uncaught
 * when the other side is gone.
 *
 * @module
 */
import { MessageWriter } from "../streams/message_writer.ts";
import { LogWriter } from "./log_writer.ts";

const stderr = new LogWriter(Deno.stderr);

/**
 * Writes a result.
 *
 * @param text The whole text.
 */
export async function printResult(text: string): Promise<void> {
  // When the reader is gone, there is nobody to tell.
  await new MessageWriter(Deno.stdout, () => {}).write(new TextEncoder().encode(text));
}

/**
 * Writes to stderr, in order, without anybody waiting for it.
 *
 * @param text The text, with its line breaks.
 */
export function printDiagnostic(text: string): void {
  stderr.write(text);
}

/** Waits until everything is on stderr, unless its reader does not read on. */
export async function flushDiagnostics(): Promise<void> {
  await stderr.flush();
}

/**
 * Makes the function that writes what project code prints: each line begins with the run's id.
 *
 * @returns Takes a text and the run that printed it, or none for what is printed while the project loads.
 */
export function createLogPrinter(): (text: string, runId?: string) => void {
  return (text, runId) => {
    const prefix = `[${runId ?? "project"}] `;
    const lines = text.endsWith("\n") ? text.slice(0, -1).split("\n") : text.split("\n");
    printDiagnostic(lines.map((line) => `${prefix}${line}\n`).join(""));
  };
}
