import { basename, dirname, join } from "@std/path";
import { toMessage, WorkflowError } from "../../errors.ts";

/** A file as it was read. */
export interface ConfigFile {
  /** The path that was asked for. */
  readonly path: string;
  /** Where it really is: people keep links to files that they share between machines. */
  readonly realPath: string;
  /** Its text; undefined where there is none. */
  readonly text: string | undefined;
}

/**
 * Reads a client's configuration.
 *
 * @param path Its path.
 * @returns The file, which need not be there.
 * @throws {WorkflowError} `store_failed` if it is there and cannot be read.
 */
export async function readConfigFile(path: string): Promise<ConfigFile> {
  try {
    const realPath = await Deno.realPath(path);
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
      await Deno.readFile(realPath),
    );
    return { path, realPath, text };
  } catch (cause) {
    if (cause instanceof Deno.errors.NotFound) return { path, realPath: path, text: undefined };
    throw new WorkflowError("store_failed", `Cannot read ${path}: ${toMessage(cause)}`, { cause });
  }
}

/**
 * Writes a client's configuration whole, after a copy of what was there has been made beside it.
 *
 * @param file The file as it was read.
 * @param text What it is to hold.
 * @returns The path of the copy; undefined where there was nothing.
 * @throws {WorkflowError} `store_failed` if it cannot be written, or has changed since it was read.
 */
export async function writeConfigFile(file: ConfigFile, text: string): Promise<string | undefined> {
  const { path, realPath } = file;
  const part = join(dirname(realPath), `.${basename(realPath)}.${crypto.randomUUID()}`);
  try {
    await Deno.mkdir(dirname(realPath), { recursive: true });
    // Of the same mode: such a file may hold secrets.
    const mode = file.text === undefined ? 0o600 : (await Deno.stat(realPath)).mode ?? 0o600;
    const backup = file.text === undefined ? undefined : await backUp(realPath);
    await Deno.writeTextFile(part, text, { createNew: true, mode: mode & 0o777 });
    // The client itself writes there, too.
    if ((await readConfigFile(path)).text !== file.text) {
      throw new WorkflowError("store_failed", `Cannot change ${path}: it has just changed; try again`);
    }
    await Deno.rename(part, realPath);
    return backup;
  } catch (cause) {
    await Deno.remove(part).catch(() => {});
    if (cause instanceof WorkflowError) throw cause;
    throw new WorkflowError("store_failed", `Cannot write ${path}: ${toMessage(cause)}`, { cause });
  }
}

async function backUp(path: string): Promise<string> {
  const stamp = new Date().toISOString().replaceAll(/[-:]|\.\d+Z$/g, "").replace("T", "-");
  for (let count = 1;; count++) {
    const backup = `${path}.backup-${stamp}${count === 1 ? "" : `-${count}`}`;
    const isThere = await Deno.lstat(backup).then(() => true, () => false);
    if (isThere) continue;
    await Deno.copyFile(path, backup);
    return backup;
  }
}
