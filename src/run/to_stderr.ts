import type { RunEvent } from "./protocol.ts";

/**
 * Makes the event of a line that the host itself adds to a run's log.
 *
 * @param text The line, with its line break.
 * @returns The event.
 */
export function toStderr(text: string): RunEvent {
  return { type: "log", stream: "stderr", text, node: null, at: Date.now() };
}
