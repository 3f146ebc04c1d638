import { createHash } from "node:crypto";
import { basename, join } from "@std/path";
import mime from "mime";
import { toMessage, WorkflowError } from "../errors.ts";
import type { StoredFile } from "./stored_file.ts";

/** The most bytes that an imported file may have: 50 MiB. */
export const MAX_FILE_BYTES = 50 * 1024 * 1024;

const CHUNK_BYTES = 256 * 1024;

/** What {@linkcode importFile} needs besides the path. */
export interface ImportFileOptions {
  /** The file store's folder; made (mode 0700) on first use. */
  readonly storeDir: string;
  /** The name of the param, for messages. */
  readonly param: string;
}

/**
 * Copies a file into the file store, under its content's hash: the same content is kept once. The size is measured while
 * copying, a file that is changed meanwhile is refused, and nothing half-written is left behind.
 *
 * @param path The absolute path of a regular file of at most 50 MiB.
 * @param options Where to and for whom.
 * @returns The stored file.
 * @throws {WorkflowError} `file_rejected`, naming the param, if it is no such file or cannot be read; `store_failed` if the
 * store cannot be written.
 */
export async function importFile(path: string, options: ImportFileOptions): Promise<StoredFile> {
  const reject = (reason: string) =>
    new WorkflowError(
      "file_rejected",
      `Cannot import ${JSON.stringify(path)} for \`${options.param}\`: ${reason}`,
    );
  // Asked before it is opened: opening a pipe would wait for its other end.
  const info = await Deno.stat(path).catch((error) => {
    throw reject(explain(error, path));
  });
  checkKind(info, reject);
  const incoming = join(options.storeDir, "incoming");
  const temporary = join(incoming, crypto.randomUUID());
  try {
    await Deno.mkdir(incoming, { recursive: true, mode: 0o700 });
    const { id, size } = await copy(path, { temporary, reject });
    const folder = join(options.storeDir, id.slice(0, 2));
    const stored = join(folder, id);
    await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
    await Deno.rename(temporary, stored);
    const name = basename(path);
    return { id, name, size, mediaType: mime.getType(name) ?? "application/octet-stream", path: stored };
  } catch (cause) {
    if (cause instanceof WorkflowError) throw cause;
    const message = `Cannot write to the file store at ${options.storeDir}: ${toMessage(cause)}`;
    throw new WorkflowError("store_failed", message, { cause });
  } finally {
    await Deno.remove(temporary).catch(() => {});
  }
}

async function copy(
  path: string,
  { temporary, reject }: { temporary: string; reject: (reason: string) => WorkflowError },
): Promise<{ id: string; size: number }> {
  const rejectUnreadable = (error: unknown) => {
    throw reject(explain(error, path));
  };
  using source = await Deno.open(path).catch(rejectUnreadable);
  // Asked again: another file may have taken the name since.
  const before = await source.stat();
  checkKind(before, reject);
  using target = await Deno.open(temporary, { write: true, createNew: true, mode: 0o400 });
  const hash = createHash("sha256");
  const buffer = new Uint8Array(CHUNK_BYTES);
  const readMore = () => source.read(buffer).catch(rejectUnreadable);
  let size = 0;
  for (let read = await readMore(); read !== null; read = await readMore()) {
    size += read;
    if (size > MAX_FILE_BYTES) throw reject(tooLarge(size));
    const chunk = buffer.subarray(0, read);
    hash.update(chunk);
    for (let done = 0; done < read;) done += await target.write(chunk.subarray(done));
  }
  checkUnchanged({ before, after: await source.stat(), size }, reject);
  return { id: hash.digest("hex"), size };
}

/** What was read of a file that somebody writes is neither what it was nor what it becomes. */
function checkUnchanged(
  { before, after, size }: { before: Deno.FileInfo; after: Deno.FileInfo; size: number },
  reject: (reason: string) => WorkflowError,
): void {
  const again = "try again when nobody writes it";
  if (after.nlink === 0) throw reject(`it was removed or replaced while it was read; ${again}`);
  if (size !== before.size) {
    throw reject(`it had ${before.size} bytes, and ${size} when it had been read; ${again}`);
  }
  if (after.size !== size || after.mtime?.getTime() !== before.mtime?.getTime()) {
    throw reject(`it was changed while it was read; ${again}`);
  }
}

function checkKind(info: Deno.FileInfo, reject: (reason: string) => WorkflowError): void {
  if (info.isDirectory) throw reject("it is a folder, expected a regular file");
  if (!info.isFile) throw reject("it is a device, pipe or socket, expected a regular file");
  if (info.size > MAX_FILE_BYTES) throw reject(tooLarge(info.size));
}

function tooLarge(size: number): string {
  return `it has ${size} bytes or more, at most ${MAX_FILE_BYTES} (50 MiB) are accepted`;
}

function explain(error: unknown, path: string): string {
  if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) {
    return path.includes("\ufffd")
      ? "there is no such file; the character \ufffd in it often stands for a name that is not valid UTF-8: rename the file"
      : "there is no such file";
  }
  // The runtime itself keeps files such as /proc/self/environ from everybody.
  if (error instanceof Deno.errors.PermissionDenied || error instanceof Deno.errors.NotCapable) {
    return "it may not be read";
  }
  return toMessage(error);
}
