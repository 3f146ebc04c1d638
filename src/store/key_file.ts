import { dirname } from "@std/path";
import { toMessage, WorkflowError } from "../errors.ts";

/** How long a key is, in bytes. */
const KEY_BYTES = 32;

/**
 * Reads a secret key, and makes it on first use: random, for its owner only (mode 0600). Several processes may do so at once,
 * they all get the same.
 *
 * @param path The file.
 * @returns 32 bytes.
 * @throws {WorkflowError} `store_failed` if it cannot be read or made, or is no key.
 */
export async function readKeyFile(path: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await readKey(path) ?? await makeKey(path);
  } catch (error) {
    if (error instanceof WorkflowError) throw error;
    throw new WorkflowError("store_failed", `Cannot open the key at ${path}: ${toMessage(error)}`, {
      cause: error,
    });
  }
}

async function readKey(path: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const key = await Deno.readFile(path).catch((error) => {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  });
  if (!key || key.length === KEY_BYTES) return key;
  throw new WorkflowError(
    "store_failed",
    `Cannot use the key at ${path}: it has ${key.length} bytes, expected ${KEY_BYTES}; remove the file, and a new one is made`,
  );
}

/** Whole under another name first: nobody ever reads half a key, and the first of several processes wins. */
async function makeKey(path: string): Promise<Uint8Array<ArrayBuffer>> {
  await Deno.mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${crypto.randomUUID()}`;
  try {
    const options = { mode: 0o600, createNew: true };
    await Deno.writeFile(temporary, crypto.getRandomValues(new Uint8Array(KEY_BYTES)), options);
    await publish(temporary, path);
  } finally {
    await Deno.remove(temporary).catch(() => {});
  }
  const key = await readKey(path);
  if (key) return key;
  throw new WorkflowError("store_failed", `Cannot open the key at ${path}: it was removed meanwhile`);
}

async function publish(temporary: string, path: string): Promise<void> {
  try {
    await Deno.link(temporary, path);
  } catch (error) {
    if (error instanceof Deno.errors.AlreadyExists) return;
    // A file system without hard links: the last of several processes wins, and each reads again what is there.
    await Deno.rename(temporary, path);
  }
}
