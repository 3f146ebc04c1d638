import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { readEditedLine } from "../../../../src/cli/terminal/edited_line.ts";

interface Typed {
  readonly line: string | undefined;
  readonly rest: string;
  readonly screen: string;
}

async function type(...keys: readonly string[]): Promise<Typed> {
  const chunks = keys.map((text) => new TextEncoder().encode(text));
  let screen = "";
  const { line, rest } = await readEditedLine("File: ", {
    read: () => Promise.resolve(chunks.shift()),
    write: (text) => screen += text,
    complete: (text) => ["/tmp/notes.md", "/tmp/numbers.csv"].filter((path) => path.startsWith(text)),
  });
  return { line, rest: new TextDecoder().decode(rest), screen };
}

const LINES: readonly [string, readonly string[], string][] = [
  ["what is typed", ["/a", "/b", "\r"], "/a/b"],
  ["a character that came in pieces of an editor's chunk", ["/ä", "\x7f", "ö\r"], "/ö"],
  ["what Tab makes of it", ["/tmp/no", "\t", "\r"], "/tmp/notes.md"],
  ["as much as all have in common", ["/t", "\t", "umbers.csv\r"], "/tmp/numbers.csv"],
  ["the keys that move and delete", ["/b", "\x1b[D", "a", "\x1b[C", "c", "\x7f", "\r"], "/ab"],
  ["Ctrl-U, which begins anew", ["wrong", "\x15", "right\r"], "right"],
];

for (const [what, keys, expected] of LINES) {
  Deno.test(`readEditedLine() takes ${what}`, async () => {
    assertEquals((await type(...keys)).line, expected);
  });
}

Deno.test("readEditedLine() shows the prompt, and keeps what was typed behind the line", async () => {
  const { screen, rest } = await type("/a\r/b\r");
  // deno-lint-ignore no-control-regex -- what moves the cursor
  assertStringIncludes(screen.replaceAll(/\x1b\[\d+\w/g, ""), "File: /a");
  assertEquals(rest, "/b\n");
});

Deno.test("readEditedLine() tells the end of the input, and an interruption", async () => {
  assertEquals((await type("\x04")).line, undefined);
  assertEquals((await type()).line, undefined);
  await assertRejects(() => type("/a", "\x03"), DOMException, "Interrupted");
});
