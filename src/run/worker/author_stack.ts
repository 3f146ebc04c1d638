import { isInside } from "../../project/is_inside.ts";
import { parseFrame } from "./parse_frame.ts";

/**
 * Leaves the author's part of a stack: the frames of this program and of the runtime's inside only hide it.
 *
 * @param stack The stack of an error.
 * @param ownDir The folder of this program's own modules.
 * @returns The message and every frame up to the last one of a file, without this program's.
 *
 * @example
 * ```ts
 * import { toAuthorStack } from "./author_stack.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const stack = "Error: no\n    at f (file:///p/workflow.ts:2:3)\n    at run (file:///own/run.js:1:1)\n    at ext:core/a.js:1:1";
 * if (Deno.build.os !== "windows") {
 *   assertEquals(toAuthorStack(stack, "/own"), "Error: no\n    at f (file:///p/workflow.ts:2:3)");
 * }
 * ```
 */
export function toAuthorStack(stack: string, ownDir: string): string {
  const lines = stack.split("\n").filter((line) => {
    if (!isFrame(line)) return true;
    const frame = parseFrame(line);
    return frame === undefined ? !line.includes("ext:") : !isInside(frame.path, ownDir);
  });
  const last = lines.findLastIndex((line) => !isFrame(line) || parseFrame(line) !== undefined);
  return lines.slice(0, last + 1).join("\n");
}

function isFrame(line: string): boolean {
  return /^\s+at /.test(line);
}
