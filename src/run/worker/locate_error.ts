import { relative } from "@std/path";
import type { SourceLocation } from "../../errors.ts";
import { isInside } from "../../project/is_inside.ts";
import { parseFrame } from "./parse_frame.ts";

/**
 * Finds the author's line in an error's stack: the first frame inside the project and outside its packages. Deno has
 * already put the stack in terms of the sources, by the bundle's source map.
 *
 * @param error What was thrown.
 * @param projectDir The project folder, a real path.
 * @returns The place, its file relative to the project folder with `/`, or undefined.
 */
export function locateError(error: unknown, projectDir: string): SourceLocation | undefined {
  const stack = error instanceof Error ? error.stack : undefined;
  if (typeof stack !== "string") return undefined;
  for (const text of stack.split("\n")) {
    const frame = parseFrame(text);
    if (frame === undefined || !isInside(frame.path, projectDir)) continue;
    const file = relative(projectDir, frame.path).replaceAll("\\", "/");
    if (!/(^|\/)node_modules\//.test(file)) return { file, line: frame.line, column: frame.column };
  }
  return undefined;
}
