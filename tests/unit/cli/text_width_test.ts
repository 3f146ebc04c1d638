import { assertEquals } from "@std/assert";
import { cutToWidth, textWidth } from "../../../src/cli/text_width.ts";

const WIDTHS: readonly [text: string, width: number][] = [
  ["", 0],
  ["abc", 3],
  ["naïve", 5],
  ["nai\u0308ve", 5],
  ["请假", 4],
  ["한국어", 6],
  ["ＡＢ", 4],
  ["✓ ok", 4],
  ["👍", 2],
  ["👩‍👩‍👧‍👦", 2],
  ["🇫🇷", 2],
  ["❤️", 2],
  ["العربية", 7],
  ["a\u200bb", 2],
];

for (const [text, width] of WIDTHS) {
  Deno.test(`textWidth() of ${JSON.stringify(text)} is ${width}`, () => {
    assertEquals(textWidth(text), width);
  });
}

Deno.test("cutToWidth() never cuts a character in two and never takes more columns than there are", () => {
  assertEquals(cutToWidth("请假单", 6), "请假单");
  assertEquals(cutToWidth("请假单", 5), "请假…");
  assertEquals(cutToWidth("请假单", 4), "请…");
  assertEquals(cutToWidth("a👩‍👩‍👧‍👦b", 3), "a…");
  assertEquals(cutToWidth("abc", 1), "…");
  assertEquals(cutToWidth("abc", 0), "");
});
