import { join } from "@std/path";
import { toMessage, WorkflowError } from "../errors.ts";

/** What {@linkcode saveOutput} needs besides the output. */
export interface SaveOutputOptions {
  /** The file-create store's folder; made (mode 0700) on first use. */
  readonly storeDir: string;
}

/**
 * Writes the output of a run into the folder that the file-create store has for it. Nothing half-written has its name.
 *
 * @param runId The run.
 * @param json Its output as JSON.
 * @param options Where the store is.
 * @returns The file's absolute path.
 * @throws {WorkflowError} `store_failed` if it cannot be written.
 */
export async function saveOutput(
  runId: string,
  json: string,
  { storeDir }: SaveOutputOptions,
): Promise<string> {
  const folder = join(storeDir, runId);
  const path = join(folder, "output.json");
  const temporary = join(folder, `.${crypto.randomUUID()}`);
  try {
    await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
    await Deno.writeTextFile(temporary, json, { createNew: true, mode: 0o600 });
    await Deno.rename(temporary, path);
    return path;
  } catch (cause) {
    await Deno.remove(temporary).catch(() => {});
    throw new WorkflowError("store_failed", `Cannot write to ${path}: ${toMessage(cause)}`, { cause });
  }
}
