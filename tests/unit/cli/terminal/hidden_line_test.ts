import { assertEquals } from "@std/assert";
import { HiddenLine, type LineChange } from "../../../../src/cli/terminal/hidden_line.ts";

/** Types keys until one ends the line. */
function type(keys: string): { readonly end: LineChange; readonly text: string } {
  const line = new HiddenLine();
  for (const byte of new TextEncoder().encode(keys)) {
    const end = line.push(byte);
    if (end !== "more") return { end, text: line.text };
  }
  return { end: "more", text: line.text };
}

const CASES: readonly (readonly [title: string, keys: string, text: string])[] = [
  ["letters", "hunter2\r", "hunter2"],
  ["a line feed ends it too", "hunter2\n", "hunter2"],
  ["blanks and tabs stay", " a\tb \r", " a\tb "],
  ["letters of several bytes", "pässwörd 🔑\r", "pässwörd 🔑"],
  ["backspace takes a whole letter", "aü🔑\x7f\x7fb\r", "ab"],
  ["backspace as Ctrl-H", "ab\bc\r", "ac"],
  ["backspace at the beginning", "\x7f\x7fa\r", "a"],
  ["Ctrl-U takes all", "abc\x15d\r", "d"],
  ["Ctrl-D in the middle does nothing", "a\x04b\r", "ab"],
  ["arrow keys and others do nothing", "a\x1b[A\x1b[3~\x1bOPb\x1bxc\x1b[1;5Cd\r", "abcd"],
  ["other control characters do nothing", "a\x00\x01\x0c\x1ab\r", "ab"],
];

for (const [title, keys, text] of CASES) {
  Deno.test(`HiddenLine: ${title}`, () => assertEquals(type(keys), { end: "done", text }));
}

Deno.test("HiddenLine: Ctrl-C interrupts", () => assertEquals(type("ab\x03").end, "interrupt"));
Deno.test("HiddenLine: Ctrl-D on an empty line ends the input", () =>
  assertEquals(type("a\x7f\x04").end, "end"));
