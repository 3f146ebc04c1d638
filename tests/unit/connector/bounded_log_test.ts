import { assertEquals } from "@std/assert";
import type { McpServerLog } from "../../../src/core/api.ts";
import { createBoundedLog } from "../../../src/connector/bounded_log.ts";

/** What is handed on of some lines of stderr, and a remark at the end. */
function handOn(lines: readonly string[]): McpServerLog[] {
  const logs: McpServerLog[] = [];
  const log = createBoundedLog((one) => logs.push(one));
  for (const text of lines) log({ source: "stderr", text });
  log({ source: "connection", text: "a remark" });
  return logs;
}

const REST = {
  source: "connection",
  text: "the rest of what the server writes to stderr is left out",
} as const;

Deno.test("createBoundedLog() hands on a thousand lines, says once that the rest is left out, and all remarks", () => {
  const logs = handOn(Array.from({ length: 1_500 }, (_, index) => `line ${index}`));
  assertEquals(logs.length, 1_002);
  assertEquals(logs.slice(-2), [REST, { source: "connection", text: "a remark" }]);
});

Deno.test("createBoundedLog() counts characters as well", () => {
  const line = "x".repeat(100_000);
  assertEquals(handOn([line, line, line, line]).map(({ text }) => text.length), [
    100_000,
    100_000,
    REST.text.length,
    8,
  ]);
});
