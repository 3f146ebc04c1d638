import { toMessage, WorkflowError } from "../errors.ts";
import { replaceFile } from "../replace_file.ts";
import type { Server } from "./server.ts";

/**
 * Saves a login for its owner only.
 *
 * @param path Its file; one that is there is replaced.
 * @param server The server.
 * @throws {WorkflowError} `store_failed`, naming the file, if it cannot be written; one that was there is still there.
 */
export async function writeSavedServer(path: string, { url, key }: Server): Promise<void> {
  const text = `${JSON.stringify({ version: 1, url, ...(key === undefined ? {} : { key }) }, null, 2)}\n`;
  try {
    await replaceFile(path, text);
  } catch (cause) {
    throw new WorkflowError("store_failed", `Cannot save the login at ${path}: ${toMessage(cause)}`, {
      cause,
    });
  }
}
