import { assertEquals } from "@std/assert";
import { toGraph } from "../../../../../src/desktop/web/diagram/to_graph.ts";
import { toNode } from "../../../../fixtures/desktop/run_samples.ts";

const nodes = [
  toNode("list", [0, 10]),
  ...Array.from(
    { length: 500 },
    (_, i) => toNode(i === 0 ? "fetch" : `fetch#${i + 1}`, [10 + i, 5], i === 7 ? { status: "failed" } : {}),
  ),
  toNode("sum", [600, 10]),
];
const edges = [
  { from: "list", to: "fetch" },
  ...Array.from(
    { length: 499 },
    (_, i) => ({ from: i === 0 ? "fetch" : `fetch#${i + 1}`, to: `fetch#${i + 2}` }),
  ),
  { from: "fetch#500", to: "sum" },
];

Deno.test("toGraph() draws the repeats of one of many steps as one, with its time and its failures", () => {
  const graph = toGraph({ nodes, edges });
  assertEquals(
    graph.nodes.map((
      { id, count, failed, status, startedAt, durationMs },
    ) => [id, count, failed, status, startedAt, durationMs]),
    [["list", 1, 0, "success", 0, 10], ["fetch", 500, 1, "failed", 10, 504], [
      "sum",
      1,
      0,
      "success",
      600,
      10,
    ]],
  );
  assertEquals(graph.edges, [{ from: "list", to: "fetch" }, { from: "fetch", to: "sum" }]);
});

Deno.test("toGraph() draws each repeat where that is wanted, or where there are few steps", () => {
  assertEquals(toGraph({ nodes, edges }, { isWhole: true }).nodes.length, 502);
  assertEquals(toGraph({ nodes: nodes.slice(0, 20), edges: [] }).nodes.length, 20);
});

Deno.test("toGraph() puts what repeats contain into one box, too", () => {
  const nested = Array.from({ length: 200 }, (_, i) => i === 0 ? "" : `#${i + 1}`).flatMap((suffix) => [
    toNode(`page${suffix}`, [0, 1]),
    toNode(`read${suffix}`, [0, 1], { parent: `page${suffix}` }),
  ]);
  assertEquals(
    toGraph({ nodes: nested, edges: [] }).nodes.map(({ id, parent, count }) => [id, parent, count]),
    [["page", null, 200], ["read", "page", 200]],
  );
});

Deno.test("toGraph() counts on for a step that goes on, and not for one whose run has ended", () => {
  const report = { nodes: [toNode("a", [1000, 5], { status: "running" })], edges: [] };
  assertEquals(toGraph(report, { now: 9000 }).nodes[0]?.durationMs, 8000);
  assertEquals(toGraph(report).nodes[0]?.durationMs, 5);
});
