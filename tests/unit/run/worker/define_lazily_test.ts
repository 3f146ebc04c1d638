import { assertEquals } from "@std/assert";
import { defineLazily } from "../../../../src/run/worker/define_lazily.ts";

function counted() {
  const object: { value?: unknown } = {};
  let made = 0;
  defineLazily(object, "value", () => ++made);
  return { object, made: () => made };
}

Deno.test("defineLazily() makes the value once, when it is asked for", () => {
  const { object, made } = counted();
  assertEquals(made(), 0);
  assertEquals([object.value, object.value, made()], [1, 1, 1]);
});

Deno.test("defineLazily() lets the value be replaced before and after it is made", () => {
  const { object, made } = counted();
  object.value = "own";
  assertEquals([object.value, made()], ["own", 0]);
  const second = counted();
  assertEquals(second.object.value, 1);
  second.object.value = "own";
  assertEquals(second.object.value, "own");
});
