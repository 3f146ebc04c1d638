import { assertEquals } from "@std/assert";
import { toPrintable } from "../../../src/cli/printable.ts";

Deno.test("toPrintable() leaves what is only to be read", () => {
  const text = "Zahlung über 100 € — 経費 🎉\n\tzweite Zeile";
  assertEquals(toPrintable(text), text);
  assertEquals(toPrintable("one\r\ntwo"), "one\ntwo");
});

Deno.test("toPrintable() shows what would do something to a terminal", () => {
  assertEquals(toPrintable("a\x1b[2J\x07\rb\x9bc\0"), "a\\u001b[2J\\u0007\\u000db\\u009bc\\u0000");
  assertEquals(toPrintable("\u202e\u2066\u200f\u2028"), "\\u202e\\u2066\\u200f\\u2028");
});
