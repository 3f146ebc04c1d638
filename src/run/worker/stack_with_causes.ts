/** A longer chain of causes says nothing more. */
const MOST_CAUSES = 8;

/**
 * Gives an error's stack with those of its causes, where clients of databases and web services say what really happened.
 *
 * @param error What was thrown.
 * @returns The stacks, the outermost first; undefined for what has none.
 *
 * @example
 * ```ts
 * import { stackWithCauses } from "./stack_with_causes.ts";
 * import { assertStringIncludes } from "@std/assert";
 *
 * const cause = new Error("connection refused");
 * assertStringIncludes(`${stackWithCauses(new Error("no answer", { cause }))}`, "Caused by: Error: connection refused");
 * ```
 */
export function stackWithCauses(error: unknown): string | undefined {
  const stacks: string[] = [];
  for (let cause = error; stacks.length < MOST_CAUSES; cause = cause.cause) {
    if (!(cause instanceof Error) || typeof cause.stack !== "string") break;
    stacks.push(stacks.length === 0 ? cause.stack : `Caused by: ${cause.stack}`);
  }
  return stacks.length === 0 ? undefined : stacks.join("\n");
}
