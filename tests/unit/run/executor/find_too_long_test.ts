import { assertEquals, assertStringIncludes } from "@std/assert";
import { findTooLong } from "../../../../src/run/executor/find_too_long.ts";

const MOST = 32 * 1024 * 1024;

Deno.test("findTooLong() lets pass what is short enough, and what stays in the executor", () => {
  assertEquals(findTooLong({ type: "outcome", outcome: { status: "success", output: 1 } }, MOST), undefined);
  assertEquals(findTooLong({ type: "store", id: 1, method: "kv.set", params: {} }, MOST + 1), undefined);
});

Deno.test("findTooLong() says what is too long, and what to do", () => {
  const output = findTooLong({ type: "outcome", outcome: { status: "success", output: 1 } }, MOST + 1);
  assertEquals(
    output?.message,
    "The run's output takes 33554433 characters of JSON, at most 33554432 are accepted; write what is larger to a file " +
      "with ctx.files.create",
  );
  const told = findTooLong({ type: "event", event: { type: "progress", fraction: 1, at: 1 } }, MOST + 1);
  assertStringIncludes(told?.message ?? "", "What the workflow tells of itself takes 33554433 characters");
});
