/** The longest name that every model takes. */
const LONGEST_NAME = 64;

/** As much of a server's id as is kept whole. */
const LONGEST_ID = 40;

const SEPARATOR = "__";

/** A tool of a server. */
export interface ServerTool {
  readonly server: string;
  readonly tool: string;
}

/**
 * Names tools for an agent: `<id>__<tool>`, made to fit `^[A-Za-z0-9_-]{1,64}$`. A part that is too long ends with a hash of
 * the whole, and so does a name that two tools would share.
 *
 * @param tools The tools.
 * @returns The name of each, in the same order, no two the same.
 *
 * @example
 * ```ts
 * import { toToolNames } from "./tool_names.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const tools = ["read", "list.all"].map((tool) => ({ server: "files", tool }));
 * assertEquals(toToolNames(tools), ["files__read", "files__list_all"]);
 * ```
 */
export function toToolNames(tools: readonly ServerTool[]): string[] {
  const wanted = tools.map((tool, index) => ({ tool, index, name: toName(tool) }));
  // First those whose name is the very one that they have, so that no other takes it from them.
  const isExact = ({ tool, name }: typeof wanted[number]) =>
    name === `${tool.server}${SEPARATOR}${tool.tool}`;
  const names = new Map<string, number>();
  for (
    const { tool, index, name } of [
      ...wanted.filter(isExact),
      ...wanted.filter((each) => !isExact(each)),
    ]
  ) {
    let free = name;
    for (let salt = 0; names.has(free); salt++) free = toName(tool, `\0${salt}`);
    names.set(free, index);
  }
  return [...names].sort(([, a], [, b]) => a - b).map(([name]) => name);
}

/** Makes a name; with a salt it ends with a hash in any case. */
function toName({ server, tool }: ServerTool, salt = ""): string {
  const id = server.length <= LONGEST_ID ? server : cut(server, { length: LONGEST_ID, whole: server });
  const length = LONGEST_NAME - id.length - SEPARATOR.length;
  const fitting = tool.replaceAll(/[^A-Za-z0-9_-]/g, "_");
  const isWhole = fitting.length <= length && salt === "";
  return `${id}${SEPARATOR}${isWhole ? fitting : cut(fitting, { length, whole: `${tool}${salt}` })}`;
}

/** Shortens a text; its end tells what it was. */
function cut(text: string, { length, whole }: { readonly length: number; readonly whole: string }): string {
  const suffix = `_${hash(whole)}`;
  return `${text.slice(0, length - suffix.length)}${suffix}`;
}

/** FNV-1a in eight hexadecimal digits: it need not be safe, since names that still are the same get another one. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) value = Math.imul(value ^ byte, 0x01000193);
  return (value >>> 0).toString(16).padStart(8, "0");
}
