import { number, object, oneOrMore, type Reader, record, text } from "./_shape.ts";
import type { RunFile, RunFiles } from "./stored_run.ts";

/** Reads imported files. */
export const runFiles: Reader<RunFiles> = record(
  oneOrMore(object<RunFile>({ id: text, name: text, size: number, mediaType: text, path: text })),
);
