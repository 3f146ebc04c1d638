import { resolve } from "@std/path";
import type { SourceLocation } from "../../errors.ts";
import { toPrintable } from "../printable.ts";
import { textWidth } from "../text_width.ts";

/** A longer line is minified, say: nobody reads it. */
const LONGEST_LINE = 500;

/**
 * Shows the line of an author's source in which something was thrown.
 *
 * @param dir The project folder, from which the file is named.
 * @param location The place.
 * @returns The place, the line, and a mark below the column; only the place where the line cannot be read.
 */
export async function toSourceFrame(dir: string, { file, line, column }: SourceLocation): Promise<string> {
  const place = `${file}:${line}:${column}`;
  const text = await Deno.readTextFile(resolve(dir, file)).catch(() => "");
  const source = text.split(/\r?\n/)[line - 1];
  if (source === undefined || source.trim() === "" || source.length > LONGEST_LINE) return `${place}\n`;
  const gutter = `${line} | `;
  // Tabs stay, so that the mark stands where the terminal puts the column.
  const before = source.slice(0, column - 1).replaceAll(/[^\t]+/g, (part) => " ".repeat(textWidth(part)));
  return toPrintable(`${place}\n  ${gutter}${source}\n  ${" ".repeat(gutter.length - 2)}| ${before}^\n`);
}
