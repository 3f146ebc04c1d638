import { assert, assertEquals } from "@std/assert";
import { layOut, type PlacedNode } from "../../../../../src/desktop/web/diagram/lay_out.ts";
import { toGraph } from "../../../../../src/desktop/web/diagram/to_graph.ts";
import { toNode } from "../../../../fixtures/desktop/run_samples.ts";

function place(
  parents: Readonly<Record<string, string | null>>,
  edges: readonly string[],
): Record<string, PlacedNode> {
  const nodes = Object.entries(parents).map(([id, parent]) => toNode(id, [0, 1], { parent }));
  const pairs = edges.map((edge) => edge.split(">")).map(([from = "", to = ""]) => ({ from, to }));
  return Object.fromEntries(
    layOut(toGraph({ nodes, edges: pairs })).nodes.map((placed) => [placed.node.id, placed]),
  );
}

Deno.test("layOut() places a step below all that led to it", () => {
  const { a, b, c } = place({ a: null, b: null, c: null }, ["a>b", "b>c", "a>c"]);
  assert(a && b && c && a.y < b.y && b.y < c.y);
});

Deno.test("layOut() places steps side by side that ran side by side", () => {
  const { a, b } = place({ a: null, b: null }, []);
  assert(a && b);
  assertEquals(a.y, b.y);
  assert(a.x + a.width < b.x);
});

Deno.test("layOut() places what a step started inside it", () => {
  const { outer, x, y } = place({ outer: null, x: "outer", y: "outer" }, ["x>y"]);
  assert(outer && x && y && outer.isGroup);
  for (const inner of [x, y]) {
    assert(inner.x >= outer.x && inner.x + inner.width <= outer.x + outer.width);
    assert(inner.y >= outer.y && inner.y + inner.height <= outer.y + outer.height);
  }
});

Deno.test("layOut() lets no two boxes of a layer overlap, however many there are", () => {
  const names = Array.from({ length: 40 }, (_, index) => `n${index}`);
  const placed = Object.values(place(Object.fromEntries(names.map((name) => [name, null])), []));
  for (const [index, one] of placed.entries()) {
    for (const other of placed.slice(index + 1)) {
      const isApart = one.x + one.width <= other.x || other.x + other.width <= one.x ||
        one.y + one.height <= other.y || other.y + other.height <= one.y;
      assert(isApart, `${one.node.id} overlaps ${other.node.id}`);
    }
  }
});

Deno.test("layOut() draws a step whose parent is not among the steps", () => {
  const { a } = place({ a: "gone" }, []);
  assertEquals(a?.x, 0);
});
