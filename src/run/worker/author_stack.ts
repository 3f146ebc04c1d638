/** A line of a stack that names a place, as V8 and Deno write it. */
const FRAME = /^\s+at /;

/**
 * Leaves the author's part of a stack: the frames of this program and of the runtime's inside only hide it.
 *
 * @param stack The stack of an error.
 * @param ownUrl What the URLs of this program's own modules begin with.
 * @returns The message and every frame up to the last one of a file, without this program's.
 *
 * @example
 * ```ts
 * import { toAuthorStack } from "./author_stack.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const stack = "Error: no\n    at f (file:///p/workflow.ts:2:3)\n    at run (file:///own/run.js:1:1)\n    at ext:core/a.js:1:1";
 * assertEquals(toAuthorStack(stack, "file:///own/"), "Error: no\n    at f (file:///p/workflow.ts:2:3)");
 * ```
 */
export function toAuthorStack(stack: string, ownUrl: string): string {
  const lines = stack.split("\n").filter((line) =>
    !FRAME.test(line) || !(line.includes(ownUrl) || line.includes("ext:"))
  );
  const last = lines.findLastIndex((line) => !FRAME.test(line) || line.includes("file:"));
  return lines.slice(0, last + 1).join("\n");
}
