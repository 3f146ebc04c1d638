/** How many lines are shown around a change. */
const CONTEXT = 3;

/**
 * Shows what one change makes of a text, as `diff -u` does.
 *
 * @param before The text before.
 * @param after The text after; it differs in one place.
 * @param path The file.
 * @returns The lines that go and come, with some around them; nothing where the texts are the same.
 */
export function toDiff(before: string, after: string, path: string): string {
  if (before === after) return "";
  const [old, now] = [toLines(before), toLines(after)];
  const shorter = Math.min(old.length, now.length);
  let head = 0;
  while (head < shorter && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < shorter - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
  const from = Math.max(0, head - CONTEXT);
  const rest = Math.max(0, tail - CONTEXT);
  const count = (lines: readonly string[]) => lines.length - rest - from;
  const mark = (lines: readonly string[], sign: string) => lines.map((line) => `${sign}${line}`);
  return [
    `--- ${path}`,
    `+++ ${path}`,
    `@@ -${toRange(from, count(old))} +${toRange(from, count(now))} @@`,
    ...mark(old.slice(from, head), " "),
    ...mark(old.slice(head, old.length - tail), "-"),
    ...mark(now.slice(head, now.length - tail), "+"),
    ...mark(old.slice(old.length - tail, old.length - rest), " "),
    "",
  ].join("\n");
}

function toLines(text: string): string[] {
  if (text === "") return [];
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  return text.endsWith("\n") ? lines.slice(0, -1) : lines;
}

/** An empty range is named by the line before it. */
function toRange(from: number, count: number): string {
  return `${count === 0 ? from : from + 1},${count}`;
}
