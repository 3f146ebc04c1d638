import { WorkflowError } from "../errors.ts";
import { showValue } from "../core/show_value.ts";

/** No manifest is longer; what is was not meant to be one. */
const MAX_BYTES = 1024 * 1024;

/**
 * Reads a package.json as JSON.
 *
 * @param file Its path.
 * @returns The object in it.
 * @throws {WorkflowError} `invalid_project` if it is missing, unreadable, too long, or no JSON object.
 */
export async function readManifestFile(file: string): Promise<Record<string, unknown>> {
  const text = await readText(file);
  const value = parse(text.replace(/^\uFEFF/, ""), file);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw refuse(`${file}: found ${showValue(value)}, expected an object`);
}

async function readText(file: string): Promise<string> {
  try {
    const { isFile, size } = await Deno.stat(file);
    if (!isFile) throw refuse(`${file} is not a file`);
    if (size > MAX_BYTES) throw refuse(`${file}: found ${size} bytes, expected at most ${MAX_BYTES}`);
    return await Deno.readTextFile(file);
  } catch (cause) {
    if (cause instanceof WorkflowError) throw cause;
    if (cause instanceof Deno.errors.NotFound) {
      throw refuse(`there is no ${file}; a workflow project is a folder with one`, cause);
    }
    throw refuse(`${file} cannot be read: ${String(cause)}`, cause);
  }
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    const { line, column } = locate(text, message);
    const what = message.replace(/ in JSON at position .*$/s, "").replace(
      /, (\.\.\.)?".*is not valid JSON$/s,
      "",
    );
    throw new WorkflowError(
      "invalid_project",
      `Cannot open project: ${file}:${line}:${column}: no JSON: ${what}`,
      {
        cause,
        location: { file, line, column },
      },
    );
  }
}

function locate(text: string, message: string): { line: number; column: number } {
  const named = /at position (\d+)/.exec(message)?.[1];
  const position = named === undefined ? findFault(text) : Number(named);
  const before = text.slice(0, position).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** V8 names no position for an unexpected token: halving finds the shortest beginning of the text that has it. */
function findFault(text: string): number {
  if (!hasUnexpectedToken(text)) return text.length;
  let good = 0;
  let bad = text.length;
  while (bad - good > 1) {
    const middle = (good + bad) >>> 1;
    if (hasUnexpectedToken(text.slice(0, middle))) bad = middle;
    else good = middle;
  }
  return good;
}

function hasUnexpectedToken(text: string): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch (error) {
    return error instanceof Error && error.message.startsWith("Unexpected token");
  }
}

function refuse(what: string, cause?: unknown): WorkflowError {
  return new WorkflowError("invalid_project", `Cannot open project: ${what}`, { cause });
}
