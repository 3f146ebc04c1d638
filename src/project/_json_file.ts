import { WorkflowError, type WorkflowErrorCode } from "../errors.ts";

/** No file that is read here is longer; what is was not meant to be one. */
const MAX_BYTES = 1024 * 1024;

/** How the errors of {@linkcode readJsonFile} speak. */
export interface JsonFileOptions {
  readonly code: WorkflowErrorCode;
  /** What cannot be done, such as `Cannot open project`. */
  readonly action: string;
  /** Said behind `there is no <file>`. @default nothing */
  readonly missing?: string;
}

/** What is in a file of JSON. */
export interface JsonFile {
  readonly text: string;
  readonly value: unknown;
}

/**
 * Reads a file of JSON.
 *
 * @param file Its path.
 * @param options How its errors speak.
 * @returns What is in it.
 * @throws {WorkflowError} If it is missing, unreadable, too long or no JSON, with line and column.
 */
export async function readJsonFile(file: string, options: JsonFileOptions): Promise<JsonFile> {
  const text = (await readText(file, options)).replace(/^\uFEFF/, "");
  try {
    return { text, value: JSON.parse(text) };
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    const { line, column } = locate(text, message);
    const what = message.replace(/ in JSON at position .*$/s, "").replace(
      /, (\.\.\.)?".*is not valid JSON$/s,
      "",
    );
    throw new WorkflowError(options.code, `${options.action}: ${file}:${line}:${column}: no JSON: ${what}`, {
      cause,
      location: { file, line, column },
    });
  }
}

async function readText(file: string, { code, action, missing = "" }: JsonFileOptions): Promise<string> {
  const refuse = (what: string, cause?: unknown) => new WorkflowError(code, `${action}: ${what}`, { cause });
  try {
    const { isFile, size } = await Deno.stat(file);
    if (!isFile) throw refuse(`${file} is not a file`);
    if (size > MAX_BYTES) throw refuse(`${file}: found ${size} bytes, expected at most ${MAX_BYTES}`);
    return await Deno.readTextFile(file);
  } catch (cause) {
    if (cause instanceof WorkflowError) throw cause;
    if (cause instanceof Deno.errors.NotFound) throw refuse(`there is no ${file}${missing}`, cause);
    throw refuse(`${file} cannot be read: ${String(cause)}`, cause);
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
