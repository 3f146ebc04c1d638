import { assertEquals } from "@std/assert";
import { toColumns } from "../../../../../src/desktop/web/output/table_shape.ts";

Deno.test("toColumns() takes objects with much the same keys for a table", () => {
  assertEquals(toColumns([{ a: 1, b: 2 }, { a: 3, c: [1, 2] }]), ["a", "b", "c"]);
});

for (
  const [what, items] of Object.entries({
    "an empty list": [],
    "a list of texts": ["a", "b"],
    "objects with objects in them": [{ a: { b: 1 } }],
    "objects that have nothing in common": [{ a: 1 }, { b: 1 }, { c: 1 }, { d: 1 }],
    "objects with many keys": [Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`k${i}`, i]))],
  })
) {
  Deno.test(`toColumns() takes ${what} for no table`, () => assertEquals(toColumns(items), undefined));
}
