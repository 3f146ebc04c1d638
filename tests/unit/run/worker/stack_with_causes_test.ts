import { assertEquals } from "@std/assert";
import { stackWithCauses } from "../../../../src/run/worker/stack_with_causes.ts";

function withStack(stack: string, cause?: unknown): Error {
  return Object.assign(new Error("", { cause }), { stack });
}

Deno.test("stackWithCauses() joins the stacks of an error and its causes", () => {
  const error = withStack("Error: a\n    at a", withStack("Error: b\n    at b", withStack("Error: c")));
  assertEquals(
    stackWithCauses(error),
    "Error: a\n    at a\nCaused by: Error: b\n    at b\nCaused by: Error: c",
  );
});

Deno.test("stackWithCauses() ends at what is no error, and in a circle", () => {
  assertEquals(stackWithCauses(withStack("Error: a", "text")), "Error: a");
  assertEquals(stackWithCauses("text"), undefined);
  const circle = withStack("Error: a");
  circle.cause = circle;
  assertEquals(stackWithCauses(circle)?.split("\n").length, 8);
});
