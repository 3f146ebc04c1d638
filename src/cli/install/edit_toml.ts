import { parse, stringify, TomlError } from "smol-toml";
import { applyEdit, type Edit, EditError, isObject, isSame, withoutEmpty } from "./edit.ts";

/** The lines of a table: its header, and what it has of its own. */
interface Table {
  readonly start: number;
  readonly end: number;
}

/**
 * Changes one server in a configuration in TOML: its own table is written anew, all else stays byte for byte as it is.
 *
 * @param text The configuration; empty where there is none yet.
 * @param edit The change.
 * @returns The changed text: the same where it says so already.
 * @throws {EditError} If it is no TOML, or has the server in a way that cannot be changed without touching more.
 */
export function editToml(text: string, edit: Edit): string {
  const before = read(text);
  const wanted = applyEdit(before, edit);
  const { container } = edit;
  if (isSame(withoutEmpty(before, container), wanted)) return text;
  const after = edit.entry ? put(text, edit.entry, edit) : take(text, edit);
  if (isSame(withoutEmpty(tryRead(after), container), wanted)) return after;
  throw new EditError(
    `it has ${container}.${edit.key} in a form that cannot be changed without touching more than that`,
  );
}

function put(
  text: string,
  entry: Readonly<Record<string, unknown>>,
  { container, key }: Edit,
): string {
  const eol = toEol(text);
  const lines = text.split(eol);
  const table = findTable(lines, toHeader(container, key));
  const own = table ? readTable(lines, table, { container, key }) : {};
  const block = stringify({ [container]: { [key]: { ...own, ...entry } } }).trimEnd().split("\n");
  // The table of all servers needs no header of its own.
  const ownBlock = block.slice(block.findIndex((line) => line.startsWith(`[${container}.`)));
  if (table) return lines.toSpliced(table.start, table.end - table.start, ...ownBlock).join(eol);
  const head = text === "" || text.endsWith(eol) ? text : text + eol;
  return `${head}${head === "" ? "" : eol}${ownBlock.join(eol)}${eol}`;
}

/** Takes the table away, and those inside it. */
function take(text: string, { container, key }: Edit): string {
  const eol = toEol(text);
  let lines = text.split(eol);
  const header = toHeader(container, key, { orInside: true });
  for (let table = findTable(lines, header); table; table = findTable(lines, header)) {
    const start = table.start > 0 && lines[table.start - 1]?.trim() === "" ? table.start - 1 : table.start;
    lines = lines.toSpliced(start, table.end - start);
  }
  return lines.join(eol);
}

function findTable(lines: readonly string[], header: RegExp): Table | undefined {
  const start = lines.findIndex((line) => header.test(line));
  if (start < 0) return undefined;
  for (let end = start + 1; end <= lines.length; end++) {
    const isBorder = end === lines.length || lines[end]?.trimStart().startsWith("[");
    // A line inside a list may look like a header.
    if (isBorder && tryRead(lines.slice(start, end).join("\n"))) {
      return { start, end: trimEnd(lines, { start, end }) };
    }
  }
  return undefined;
}

/** What stands between a table and the next one belongs to the next one. */
function trimEnd(lines: readonly string[], { start, end }: Table): number {
  let last = end;
  while (last > start + 1 && /^\s*(#.*)?$/.test(lines[last - 1] ?? "")) last--;
  return last;
}

function readTable(
  lines: readonly string[],
  { start, end }: Table,
  { container, key }: Pick<Edit, "container" | "key">,
): Record<string, unknown> {
  const servers = tryRead(lines.slice(start, end).join("\n"))?.[container];
  const own = isObject(servers) ? servers[key] : undefined;
  return isObject(own) ? own : {};
}

function toHeader(
  container: string,
  key: string,
  { orInside = false }: { readonly orInside?: boolean } = {},
): RegExp {
  // Neither has a character that means something in a pattern.
  const [first, second] = [container, key].map((name) => `(?:${name}|"${name}"|'${name}')`);
  const more = orInside ? "(?:\\s*\\..*)?" : "";
  return new RegExp(`^\\s*\\[\\s*${first}\\s*\\.\\s*${second}\\s*${more}\\]\\s*(?:#.*)?$`);
}

function toEol(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}

function read(text: string): Record<string, unknown> {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [reason = ""] = error.message.split("\n");
    throw new EditError(`it is no TOML: ${reason} at line ${error.line}, column ${error.column}`);
  }
}

function tryRead(text: string): Record<string, unknown> | undefined {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}
