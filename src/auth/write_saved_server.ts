import { dirname } from "@std/path";
import { toMessage, WorkflowError } from "../errors.ts";
import type { Server } from "./server.ts";

/**
 * Saves a login for its owner only: the file has mode 0600, a folder that is made for it 0700. It is whole under another name
 * first, so that nobody ever reads half of it.
 *
 * @param path Its file; one that is there is replaced.
 * @param server The server.
 * @throws {WorkflowError} `store_failed`, naming the file, if it cannot be written; one that was there is still there.
 */
export async function writeSavedServer(path: string, { url, key }: Server): Promise<void> {
  const temporary = `${path}.${crypto.randomUUID()}`;
  const text = `${JSON.stringify({ version: 1, url, ...(key === undefined ? {} : { key }) }, null, 2)}\n`;
  try {
    await Deno.mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await Deno.writeTextFile(temporary, text, { mode: 0o600, createNew: true });
    await Deno.rename(temporary, path);
  } catch (cause) {
    await Deno.remove(temporary).catch(() => {});
    throw new WorkflowError("store_failed", `Cannot save the login at ${path}: ${toMessage(cause)}`, {
      cause,
    });
  }
}
