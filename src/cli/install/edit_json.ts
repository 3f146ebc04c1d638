import {
  applyEdits,
  type FormattingOptions,
  type JSONPath,
  modify,
  parse,
  type ParseError,
  printParseErrorCode,
} from "jsonc-parser";
import { applyEdit, type Edit, EditError, isObject, isSame, withoutEmpty } from "./edit.ts";

/**
 * Changes one server in a configuration in JSON, also one with comments. All else stays byte for byte as it is.
 *
 * @param text The configuration; empty where there is none yet.
 * @param edit The change.
 * @returns The changed text: the same where it says so already.
 * @throws {EditError} If it is no JSON, or its servers are no object.
 */
export function editJson(text: string, edit: Edit): string {
  const bom = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  const body = text.slice(bom.length);
  if (body.trim() === "") return edit.entry ? `${bom}${change("{}\n", edit)}` : text;
  return `${bom}${change(body, edit)}`;
}

function change(text: string, edit: Edit): string {
  const { container, key, entry } = edit;
  const before = read(text);
  const wanted = applyEdit(before, edit);
  const servers = isObject(before) ? before[container] : undefined;
  const own = isObject(servers) ? servers[key] : undefined;
  let after = text;
  const set = (path: JSONPath, value: unknown) => {
    after = applyEdits(after, modify(after, path, value, { formattingOptions: toFormat(text) }));
  };
  if (!entry) {
    if (own !== undefined) set([container, key], undefined);
  } else if (isObject(own)) {
    for (const [name, value] of Object.entries(entry)) {
      if (!isSame(own[name], value)) set([container, key, name], value);
    }
  } else set([container, key], entry);
  // Such as one that has a key twice.
  if (!isSame(withoutEmpty(read(after), container), wanted)) {
    throw new EditError("it cannot be changed safely");
  }
  return after;
}

function read(text: string): unknown {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (!first) return value;
  const lines = text.slice(0, first.offset).split("\n");
  throw new EditError(
    `it is no JSON: ${printParseErrorCode(first.error)} at line ${lines.length}, column ${
      (lines.at(-1)?.length ?? 0) + 1
    }`,
  );
}

/** As the file is indented already; else by two spaces. */
function toFormat(text: string): FormattingOptions {
  const indent = /\n([ \t]+)\S/.exec(text)?.[1] ?? "  ";
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const insertSpaces = !indent.startsWith("\t");
  return { insertSpaces, tabSize: insertSpaces ? indent.length : 1, eol };
}
