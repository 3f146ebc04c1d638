import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";
import { applyEdit, type Edit, EditError, isSame, withoutEmpty } from "./edit.ts";
import { insertProperty, removeProperty, replaceValue } from "./json_text.ts";

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
  if (body.trim() === "" && !edit.entry) return text;
  return `${bom}${change(body.trim() === "" ? "{}\n" : body, edit)}`;
}

function change(text: string, edit: Edit): string {
  const { container, key, entry } = edit;
  const wanted = applyEdit(getNodeValue(read(text)), edit);
  const after = entry ? put(text, entry, edit) : take(text, [container, key]);
  // Such as one that has a key twice.
  if (isSame(withoutEmpty(getNodeValue(read(after)), container), wanted)) return after;
  throw new EditError(`it has ${container}.${key} in a form that cannot be changed safely`);
}

function put(text: string, entry: Readonly<Record<string, unknown>>, { container, key }: Edit): string {
  const root = read(text);
  const servers = findNodeAtLocation(root, [container]);
  if (!servers) return insertProperty(text, root, { name: container, value: { [key]: entry } });
  if (!findNodeAtLocation(root, [container, key])) {
    return insertProperty(text, servers, { name: key, value: entry });
  }
  let after = text;
  for (const [name, value] of Object.entries(entry)) {
    const own = findNodeAtLocation(read(after), [container, key]);
    const old = findNodeAtLocation(read(after), [container, key, name]);
    if (!own) throw new EditError(`its ${container}.${key} cannot be found again`);
    if (!old) after = insertProperty(after, own, { name, value });
    else if (!isSame(getNodeValue(old), value)) after = replaceValue(after, old, value);
  }
  return after;
}

function take(text: string, path: readonly string[]): string {
  const property = findNodeAtLocation(read(text), [...path])?.parent;
  return property ? removeProperty(text, property) : text;
}

function read(text: string): Node {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (root && !first) return root;
  const offset = first?.offset ?? 0;
  const lines = text.slice(0, offset).split("\n");
  const reason = first ? printParseErrorCode(first.error) : "there is no value";
  throw new EditError(
    `it is no JSON: ${reason} at line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`,
  );
}
