import { createScanner, type Node } from "jsonc-parser";

/** How a text is laid out. */
interface Layout {
  readonly eol: string;
  /** One step of indentation. */
  readonly step: string;
}

/**
 * Puts a property behind the last one of an object. Nothing but what is needed is added, nothing else is touched.
 *
 * @param text JSON, also with comments.
 * @param object The object in it.
 * @param property The property.
 * @returns The text with it.
 */
export function insertProperty(
  text: string,
  object: Node,
  { name, value }: { readonly name: string; readonly value: unknown },
): string {
  const layout = readLayout(text);
  const end = object.offset + object.length - 1;
  const last = object.children?.at(-1);
  const outer = indentAt(text, object.offset);
  if (!last) {
    const shown = show(name, value, { ...layout, indent: outer + layout.step });
    return splice(text, end, end, `${layout.eol}${outer}${layout.step}${shown}${layout.eol}${outer}`);
  }
  const lastEnd = last.offset + last.length;
  if (!text.slice(object.offset, last.offset).includes("\n")) {
    return splice(text, lastEnd, lastEnd, `, ${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  }
  const indent = indentAt(text, last.offset);
  const { comma, lineEnd } = scanBehind(text, lastEnd, end);
  const added = `${layout.eol}${indent}${show(name, value, { ...layout, indent })}${comma < 0 ? "" : ","}`;
  const withAdded = splice(text, lineEnd, lineEnd, added);
  return comma < 0 ? splice(withAdded, lastEnd, lastEnd, ",") : withAdded;
}

/**
 * Takes a property out of its object, with its own line and comma.
 *
 * @param text JSON, also with comments.
 * @param property The property in it.
 * @returns The text without it.
 */
export function removeProperty(text: string, property: Node): string {
  const object = property.parent;
  if (!object) throw new TypeError("A property has an object");
  const siblings = object.children ?? [];
  const before = siblings[siblings.indexOf(property) - 1];
  const end = property.offset + property.length;
  const { comma } = scanBehind(text, end, object.offset + object.length - 1);
  const start = lineStart(text, property.offset);
  if (comma >= 0) return splice(text, start, comma + 1, "");
  const without = splice(text, start, end, "");
  if (!before) return without;
  const beforeEnd = before.offset + before.length;
  const beforeComma = scanBehind(text, beforeEnd, property.offset).comma;
  return splice(without, beforeComma, beforeComma + 1, "");
}

/**
 * Puts a value in the place of another one.
 *
 * @param text JSON, also with comments.
 * @param node The old value.
 * @param value The new one.
 * @returns The text with it.
 */
export function replaceValue(text: string, node: Node, value: unknown): string {
  const isFlat = !text.slice(node.offset, node.offset + node.length).includes("\n");
  const shown = isFlat && typeof value === "object"
    ? JSON.stringify(value)
    : show(undefined, value, { ...readLayout(text), indent: indentAt(text, node.offset) });
  return splice(text, node.offset, node.offset + node.length, shown);
}

/** Where the comma behind a value is, -1 for none, and where what belongs to its line ends. */
function scanBehind(
  text: string,
  from: number,
  to: number,
): { readonly comma: number; readonly lineEnd: number } {
  const scanner = createScanner(text);
  scanner.setPosition(from);
  let comma = -1;
  let lineEnd = from;
  let isSameLine = true;
  while (scanner.getPosition() < to) {
    scanner.scan();
    const offset = scanner.getTokenOffset();
    const token = text.slice(offset, scanner.getPosition());
    const isComment = /^\/[/*]/.test(token);
    if (token.trim() === "") {
      if (/[\r\n]/.test(token)) isSameLine = false;
      continue;
    }
    if (token === "," && comma < 0) comma = offset;
    else if (!isComment) break;
    // A comment on a line of its own is not of this one.
    if (!isComment || isSameLine) lineEnd = scanner.getPosition();
  }
  return { comma, lineEnd };
}

/** Where the line break before a property is, where nothing but blanks is between; else where the blanks are. */
function lineStart(text: string, offset: number): number {
  const blanks = /(\r?\n)?[ \t]*$/.exec(text.slice(0, offset));
  return blanks ? blanks.index : offset;
}

function show(
  name: string | undefined,
  value: unknown,
  { eol, step, indent }: Layout & { readonly indent: string },
): string {
  const lines = JSON.stringify(value, null, step).split("\n").join(`${eol}${indent}`);
  return name === undefined ? lines : `${JSON.stringify(name)}: ${lines}`;
}

function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start))?.[0] ?? "";
}

/** As the text is laid out already; else with two spaces. */
function readLayout(text: string): Layout {
  return { eol: text.includes("\r\n") ? "\r\n" : "\n", step: /\n([ \t]+)["\]}]/.exec(text)?.[1] ?? "  " };
}

function splice(text: string, start: number, end: number, added: string): string {
  return text.slice(0, start) + added + text.slice(end);
}
