import type { RunEvent } from "./protocol.ts";

/**
 * Gives the text of a line of a run's log, as it is printed.
 *
 * @param event The line.
 * @returns What was printed, as it is; what `ctx.log` was given behind its level.
 *
 * @example
 * ```ts
 * import { toLogText } from "./log_text.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(toLogText({ type: "log", stream: "warn", text: "late", node: null, at: 0 }), "warn: late");
 * ```
 */
export function toLogText({ stream, text }: Extract<RunEvent, { type: "log" }>): string {
  return stream === "stdout" || stream === "stderr" ? text : `${stream}: ${text}`;
}
