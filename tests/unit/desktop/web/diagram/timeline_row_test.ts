import { assertEquals } from "@std/assert";
import { toGraph } from "../../../../../src/desktop/web/diagram/to_graph.ts";
import { toTimelineRows } from "../../../../../src/desktop/web/diagram/timeline_row.ts";
import { toNode } from "../../../../fixtures/desktop/run_samples.ts";

Deno.test("toTimelineRows() lists what is inside a step behind it, and questions where they were asked", () => {
  const graph = toGraph({
    nodes: [toNode("a", [0, 100]), toNode("inner", [10, 5], { parent: "a" }), toNode("b", [300, 10])],
    edges: [],
  });
  const asked = {
    id: "tone",
    kind: "ask",
    message: "Which tone?\nPlease choose",
    fields: [],
    askedAt: new Date(150).toISOString(),
    answeredAt: null,
    action: null,
    values: null,
  } as const;
  const rows = toTimelineRows(graph, { report: { interactions: [asked] }, now: 250 });
  assertEquals(
    rows.map(({ title, depth, durationMs, isQuestion }) => [title, depth, durationMs, isQuestion]),
    [
      ["a", 0, 100, false],
      ["inner", 1, 5, false],
      ["Which tone?", 0, 100, true],
      ["b", 0, 10, false],
    ],
  );
});
