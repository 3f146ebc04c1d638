import type { LogStream } from "../../../run/protocol.ts";

/** Which lines of a log are shown. */
export interface LogFilter {
  /** A step's id; undefined for all. */
  readonly step?: string | undefined;
  /** The name of one of {@linkcode STREAM_FILTERS}. */
  readonly stream?: string | undefined;
  /** The line behind which the page begins. */
  readonly after?: number | undefined;
}

/** What a log can be filtered by: a name in addresses, what people read, and the streams that it stands for. */
export const STREAM_FILTERS: readonly {
  readonly name: string;
  readonly title: string;
  readonly streams: readonly LogStream[];
}[] = [
  { name: "stdout", title: "stdout", streams: ["stdout"] },
  { name: "stderr", title: "stderr", streams: ["stderr"] },
  { name: "log", title: "ctx.log", streams: ["debug", "info", "warn", "error"] },
  { name: "trouble", title: "Warnings and errors", streams: ["stderr", "warn", "error"] },
];
