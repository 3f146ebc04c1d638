import { fromFileUrl } from "@std/path";

/** A line of a stack that names a place in a file. */
export interface StackFrame {
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

// Deno writes URLs for people: nothing in them is encoded.
const FRAME = /^\s+at .*?(file:\/\/.+):(\d+):(\d+)\)?$/;

/**
 * Reads a line of a stack as Deno writes it.
 *
 * @param line The line.
 * @returns The place that it names, or undefined where it names none in a file.
 */
export function parseFrame(line: string): StackFrame | undefined {
  const [, url = "", row, column] = FRAME.exec(line) ?? [];
  try {
    const encoded = encodeURI(url).replace(/[?#]/g, encodeURIComponent);
    return { path: fromFileUrl(encoded), line: Number(row), column: Number(column) };
  } catch {
    return undefined; // No frame, or a URL that was made up.
  }
}
