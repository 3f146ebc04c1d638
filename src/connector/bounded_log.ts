import type { McpServerLog } from "../core/api.ts";

/** How much of a server's stderr is logged, in lines and in characters: the log of a run is kept. */
const MOST_LINES = 1_000;
const MOST_CHARACTERS = 256 * 1024;

/**
 * Makes a listener that hands on so much of what a server writes to stderr, says once that the rest is left out, and hands on
 * all remarks.
 *
 * @param onLog Takes what is handed on.
 * @returns The listener.
 */
export function createBoundedLog(onLog: (log: McpServerLog) => void): (log: McpServerLog) => void {
  let lines = 0;
  let characters = 0;
  let isFull = false;
  return (log) => {
    if (log.source === "connection") return onLog(log);
    if (isFull) return;
    lines++;
    characters += log.text.length;
    isFull = lines > MOST_LINES || characters > MOST_CHARACTERS;
    onLog(
      isFull
        ? { source: "connection", text: "the rest of what the server writes to stderr is left out" }
        : log,
    );
  };
}
