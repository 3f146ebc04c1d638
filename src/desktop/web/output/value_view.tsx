import type { JSX } from "hono/jsx/jsx-runtime";
import { toSize } from "../parts/words.ts";
import { type FileReference, readFileReference } from "./file_reference.ts";
import { type TableRow, toColumns } from "./table_shape.ts";

/** What {@linkcode ValueView} shows. */
export interface ValueViewProps {
  /** JSON. */
  readonly value: unknown;
  /** Where a file can be downloaded; undefined where it cannot. */
  readonly toFileHref?: (file: FileReference) => string | undefined;
}

/** How much of a value is laid out; what is more is counted. */
const MOST_PARTS = 4000;
const MOST_ITEMS = 500;
const MOST_DEPTH = 7;
const MOST_TEXT = 100_000;
/** Such as a date: it is not broken into lines. */
const SHORT = 16;

interface View {
  readonly toFileHref: (file: FileReference) => string | undefined;
  parts: number;
}

/** Any JSON for people: texts as they are, objects as pairs, lists of objects as tables. */
export function ValueView({ value, toFileHref = () => undefined }: ValueViewProps): JSX.Element {
  return <div class="value">{renderValue(value, { toFileHref, parts: 0 }, 0)}</div>;
}

function renderValue(value: unknown, view: View, depth: number): JSX.Element {
  if (++view.parts > MOST_PARTS) return <span class="nothing">… more in the JSON</span>;
  const file = readFileReference(value);
  const href = file && view.toFileHref(file);
  if (file && href !== undefined) return renderFile(file, href);
  if (typeof value === "string") return renderText(value);
  if (value === null || value === undefined) return <span class="nothing">nothing</span>;
  if (typeof value !== "object") return <span class="atom">{String(value)}</span>;
  if (depth > MOST_DEPTH) return <code class="text">{cut(JSON.stringify(value))}</code>;
  return Array.isArray(value) ? renderList(value, view, depth) : renderObject(value, view, depth);
}

function renderText(text: string): JSX.Element {
  if (text === "") return <span class="nothing">an empty text</span>;
  return <div class="text">{cut(text)}</div>;
}

function renderObject(value: object, view: View, depth: number): JSX.Element {
  const entries = Object.entries(value);
  if (entries.length === 0) {
    return <span class="nothing">{depth === 0 ? "The run returned nothing." : "an empty object"}</span>;
  }
  return (
    <dl>
      {entries.slice(0, MOST_ITEMS).map(([key, item]) => (
        <>
          <dt>
            <bdi>{key}</bdi>
          </dt>
          <dd>{renderValue(item, view, depth + 1)}</dd>
        </>
      ))}
      {renderRest(entries.length, "entries")}
    </dl>
  );
}

function renderList(items: readonly unknown[], view: View, depth: number): JSX.Element {
  if (items.length === 0) return <span class="nothing">an empty list</span>;
  const columns = toColumns(items);
  if (columns && !items.some((item) => isOffered(item, view))) {
    return renderTable(items as readonly TableRow[], { columns, view });
  }
  return (
    <ul class="list">
      {items.slice(0, MOST_ITEMS).map((item) => <li>{renderValue(item, view, depth + 1)}</li>)}
      {items.length > MOST_ITEMS && <li class="nothing">{items.length - MOST_ITEMS} more in the JSON</li>}
    </ul>
  );
}

function renderTable(
  rows: readonly TableRow[],
  { columns, view }: { readonly columns: readonly string[]; readonly view: View },
): JSX.Element {
  const most = Math.min(MOST_ITEMS, Math.ceil(Math.max(0, MOST_PARTS - view.parts) / columns.length));
  view.parts += Math.min(rows.length, most) * columns.length;
  const isNumber = (column: string) =>
    rows.every((row) => row[column] === undefined || typeof row[column] === "number");
  const numbers = new Set(columns.filter(isNumber));
  return (
    <div class="table" tabindex={0} role="group" aria-label="Table">
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th scope="col" class={numbers.has(column) ? "number" : undefined}>
                <bdi>{column}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, most).map((row) => (
            <tr>
              {columns.map((column) => <Cell text={toCell(row[column])} isNumber={numbers.has(column)} />)}
            </tr>
          ))}
          {rows.length > most && (
            <tr>
              <td class="nothing" colspan={columns.length}>{rows.length - most} more rows in the JSON</td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}

function Cell({ text, isNumber }: { text: string; isNumber: boolean }): JSX.Element {
  const name = isNumber ? "number" : text.length <= SHORT ? "short" : undefined;
  return <td class={name}>{text}</td>;
}

function isOffered(value: unknown, view: View): boolean {
  const file = readFileReference(value);
  return file !== undefined && view.toFileHref(file) !== undefined;
}

function renderFile(file: FileReference, href: string): JSX.Element {
  return (
    <span class="file">
      <a href={href} download={file.name}>
        <bdi>{file.name}</bdi>
      </a>
      {file.size !== undefined && <small class="soft">{toSize(file.size)}</small>}
    </span>
  );
}

function renderRest(length: number, what: string): JSX.Element | null {
  if (length <= MOST_ITEMS) return null;
  return <dd class="nothing">{length - MOST_ITEMS} more {what} in the JSON</dd>;
}

function toCell(value: unknown): string {
  if (value === undefined || value === null) return "";
  return Array.isArray(value) ? value.map(String).join(", ") : cut(String(value));
}

function cut(text: string): string {
  return text.length <= MOST_TEXT
    ? text
    : `${text.slice(0, MOST_TEXT)}… ${text.length - MOST_TEXT} characters more`;
}
