import type { Location, Message } from "esbuild";
import { resolve } from "@std/path";
import { type Fault, type SourceLocation, WorkflowError } from "../../errors.ts";
import { packageNameOf } from "./packages.ts";

const SHOWN = 10;

/**
 * What failed a bundle, in terms of the author's files.
 *
 * @param messages esbuild's errors.
 * @param dir The project folder.
 * @returns An error with the place of the first fault, and all of them as faults.
 */
export function toBundleError(messages: readonly Message[], dir: string): WorkflowError {
  const faults = messages.map((message) => toFault(message, dir));
  const shown = faults.slice(0, SHOWN).map(({ path, reason }) => path === "" ? reason : `${path}: ${reason}`);
  const rest = faults.length > SHOWN ? [`and ${faults.length - SHOWN} more`] : [];
  const location = messages[0] && toLocation(messages[0].location, dir);
  return new WorkflowError("bundle_failed", [...shown, ...rest].join("\n"), {
    faults,
    ...(location ? { location } : {}),
  });
}

function toFault(message: Message, dir: string): Fault {
  const location = toLocation(message.location, dir);
  const path = location === undefined ? "" : `${location.file}:${location.line}:${location.column}`;
  return { path, reason: explain(message.text) };
}

function toLocation(location: Location | null, dir: string): SourceLocation | undefined {
  if (location === null || location.file === "") return undefined;
  return { file: resolve(dir, location.file), line: location.line, column: toColumn(location) };
}

/** esbuild counts bytes of UTF-8 from 0, editors count UTF-16 units from 1. */
function toColumn({ lineText, column }: Location): number {
  const before = new TextEncoder().encode(lineText).subarray(0, column);
  return before.length < column ? column + 1 : new TextDecoder().decode(before).length + 1;
}

function explain(text: string): string {
  const missing = /^Could not resolve "(.+)"$/.exec(text)?.[1];
  if (missing?.endsWith(".node") || text.startsWith('No loader is configured for ".node" files')) {
    return `Cannot bundle a native addon (${
      missing ?? text.replace(/^.*: /, "")
    }): a run loads none; use a package that ` +
      "is plain JavaScript or WebAssembly";
  }
  const [, extension, file] = /^No loader is configured for "(.+)" files: (.+)$/.exec(text) ?? [];
  if (extension !== undefined) {
    return `Cannot import ${file}: ${extension} files are no modules; \`with { type: "text" }\` gives their text, ` +
      '`with { type: "bytes" }` their bytes';
  }
  if (missing === undefined) return text;
  const name = packageNameOf(missing);
  const hint = name === undefined
    ? "there is no such file"
    : `run \`npm install ${name}\` in the project folder`;
  return `Cannot resolve "${missing}": ${hint}`;
}
