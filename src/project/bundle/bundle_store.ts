import { join } from "@std/path";
import { WorkflowError } from "../../errors.ts";
import { sha256 } from "./sha256.ts";

/** A bundle in its place. */
export interface StoredBundle {
  readonly id: string;
  readonly path: string;
}

/**
 * Writes a bundle to its place, unless it is there. Several processes may do so at once.
 *
 * @param code The bundle.
 * @param cacheDir The folder that has `bundles`.
 * @returns Its id and path.
 * @throws {WorkflowError} `store_failed` if it cannot be written.
 */
export async function storeBundle(code: string, cacheDir: string): Promise<StoredBundle> {
  const bytes = new TextEncoder().encode(code);
  const id = await sha256(bytes);
  const bundlesDir = join(cacheDir, "bundles");
  const dir = join(bundlesDir, id);
  const temporary = join(bundlesDir, `.${crypto.randomUUID()}`);
  try {
    if (await findStoredBundle(id, cacheDir) === undefined) {
      await Deno.mkdir(temporary, { recursive: true, mode: 0o700 });
      await Deno.writeFile(join(temporary, "bundle.js"), bytes, { mode: 0o600 });
      await moveInto(temporary, dir, () => findStoredBundle(id, cacheDir));
    }
    return { id, path: join(dir, "bundle.js") };
  } catch (cause) {
    throw new WorkflowError("store_failed", `Cannot write the bundle to ${dir}: ${String(cause)}`, { cause });
  } finally {
    await Deno.remove(temporary, { recursive: true }).catch(() => {});
  }
}

/**
 * Finds a bundle that was written before.
 *
 * @param id Its id.
 * @param cacheDir The folder that has `bundles`.
 * @returns The bundle; `undefined` if it is not there or not what was written.
 */
export async function findStoredBundle(id: string, cacheDir: string): Promise<StoredBundle | undefined> {
  const path = join(cacheDir, "bundles", id, "bundle.js");
  const bytes = await Deno.readFile(path).catch(() => undefined);
  return bytes !== undefined && await sha256(bytes) === id ? { id, path } : undefined;
}

async function moveInto(
  temporary: string,
  dir: string,
  findWhole: () => Promise<StoredBundle | undefined>,
): Promise<void> {
  try {
    await Deno.rename(temporary, dir);
  } catch {
    if (await findWhole() !== undefined) return; // Another process was faster.
    await Deno.remove(dir, { recursive: true });
    await Deno.rename(temporary, dir);
  }
}
