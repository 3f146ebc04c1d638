import { toMessage, WorkflowError } from "../errors.ts";
import { keyFault } from "./key_fault.ts";
import { readServerUrl } from "./read_server_url.ts";
import type { Server } from "./server.ts";

/** No such file is longer; what is was not written by us. */
const MAX_BYTES = 64 * 1024;

/** Who may read or write a file besides its owner. */
const OTHERS = 0o077;

/**
 * Reads a saved login. One that others could have read or written is refused: whoever wrote it would be sent the key of
 * whoever uses it.
 *
 * @param path Its file.
 * @returns The server; undefined if there is no such file.
 * @throws {WorkflowError} `store_failed`, naming the file and what to do, if it cannot be used. The key is in no message.
 */
export async function readSavedServer(path: string): Promise<Server | undefined> {
  try {
    using file = await Deno.open(path);
    const { isFile, size, mode } = await file.stat();
    if (!isFile) throw refuse(path, "found no regular file");
    if (Deno.build.os !== "windows" && mode !== null && (mode & OTHERS) !== 0) throw exposed(path, mode);
    if (size > MAX_BYTES) throw refuse(path, `found ${size} bytes, expected at most ${MAX_BYTES}`);
    return parse(path, await new Response(file.readable).text());
  } catch (error) {
    if (error instanceof WorkflowError) throw error;
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw refuse(path, toMessage(error), error);
  }
}

function parse(path: string, text: string): Server {
  const saved = parseObject(text);
  if (!saved) throw refuse(path, "it is no JSON object");
  if (saved.version !== 1) {
    throw refuse(path, `found version ${JSON.stringify(saved.version) ?? "none"}, expected 1`);
  }
  if (typeof saved.url !== "string") throw refuse(path, "its url is no text");
  const read = readServerUrl(saved.url);
  if ("fault" in read) throw refuse(path, `its url: ${read.fault}`);
  if (saved.key === undefined) return { url: read.url };
  const fault = typeof saved.key === "string" ? keyFault(saved.key) : "is no text";
  if (fault !== undefined) throw refuse(path, `its key ${fault}`);
  return { url: read.url, key: String(saved.key) };
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value as Record<string, unknown> : undefined;
  } catch {
    return undefined; // The parser's message quotes the text.
  }
}

function exposed(path: string, mode: number): WorkflowError {
  const shown = (mode & 0o777).toString(8).padStart(3, "0");
  return new WorkflowError(
    "store_failed",
    `Cannot use the saved login at ${path}: others on this machine may read or write it (mode ${shown}); write ` +
      `\`chmod 600 ${path}\`, and get a new key if somebody may have seen it`,
  );
}

function refuse(path: string, what: string, cause?: unknown): WorkflowError {
  return new WorkflowError(
    "store_failed",
    `Cannot use the saved login at ${path}: ${what}; \`workflow-code auth login\` writes it anew`,
    { cause },
  );
}
