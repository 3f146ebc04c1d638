import type { SourceLocation } from "../../errors.ts";

const FRAME = /(file:\/\/[^\s()]+):(\d+):(\d+)/;

/**
 * Finds the author's line in an error's stack: the first frame inside the project and outside its packages. Deno has
 * already put the stack in terms of the sources, by the bundle's source map.
 *
 * @param error What was thrown.
 * @param projectUrl The project folder as a `file:` URL that ends with a slash.
 * @returns The place, its file relative to the project folder, or undefined.
 */
export function locateError(error: unknown, projectUrl: string): SourceLocation | undefined {
  const stack = error instanceof Error ? error.stack : undefined;
  if (typeof stack !== "string") return undefined;
  for (const frame of stack.split("\n")) {
    const [, url, line, column] = FRAME.exec(frame) ?? [];
    if (!url?.startsWith(projectUrl) || url.includes("/node_modules/")) continue;
    return {
      file: decodeURIComponent(url.slice(projectUrl.length)),
      line: Number(line),
      column: Number(column),
    };
  }
  return undefined;
}
