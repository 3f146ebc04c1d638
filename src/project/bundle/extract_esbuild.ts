import { join } from "@std/path";
import { WorkflowError } from "../../errors.ts";
import { sha256 } from "./sha256.ts";

/** The SHA-256 of the embedded executable, which `scripts/build.ts` writes into the program. */
declare const __ESBUILD_SHA256__: string | undefined;

const SUFFIX = Deno.build.os === "windows" ? ".exe" : "";

/** What is put on the disk and how it is told from others. */
export interface ExtractEsbuildOptions {
  /** The embedded file, compressed with gzip. */
  readonly source?: URL;
  /** The SHA-256 of the executable. */
  readonly hash?: string;
}

/**
 * Unpacks the esbuild executable out of this program into a file that can be started. A copy that is there and whole is used
 * again; several processes may do this at once.
 *
 * @param cacheDir The folder for it.
 * @param options What to copy. @default the file `esbuild.gz` beside this module, with the hash from the build
 * @returns The path of the copy.
 * @throws {WorkflowError} `internal` if it cannot be written, or is not what was built in.
 */
export async function extractEsbuild(cacheDir: string, options: ExtractEsbuildOptions = {}): Promise<string> {
  const source = options.source ?? new URL(`./esbuild${SUFFIX}.gz`, import.meta.url);
  const hash = options.hash ?? (typeof __ESBUILD_SHA256__ === "string" ? __ESBUILD_SHA256__ : undefined);
  try {
    if (hash === undefined) return await write(cacheDir, await unpack(source));
    const path = toPath(cacheDir, hash);
    const found = await Deno.readFile(path).catch(() => undefined);
    if (found !== undefined && await sha256(found) === hash) return path;
    const bytes = await unpack(source);
    if (await sha256(bytes) !== hash) throw new Error(`${source} is not what was built in`);
    return await write(cacheDir, bytes);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new WorkflowError("internal", `Cannot prepare esbuild in ${cacheDir}: ${why}`, { cause });
  }
}

/**
 * Whether a file of the cache is the executable that this program starts.
 *
 * @param name The file's name.
 * @returns Whether it is; from source, where esbuild is a package, every one is taken for it.
 */
export function isOwnEsbuild(name: string): boolean {
  return typeof __ESBUILD_SHA256__ !== "string" || join(name) === toPath("", __ESBUILD_SHA256__);
}

async function unpack(source: URL): Promise<Uint8Array<ArrayBuffer>> {
  const packed = new Blob([await Deno.readFile(source)]).stream();
  return await new Response(packed.pipeThrough(new DecompressionStream("gzip"))).bytes();
}

function toPath(cacheDir: string, hash: string): string {
  return join(cacheDir, `esbuild-${hash.slice(0, 16)}${SUFFIX}`);
}

async function write(cacheDir: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const path = toPath(cacheDir, await sha256(bytes));
  await Deno.mkdir(cacheDir, { recursive: true, mode: 0o700 });
  const temporary = `${path}.${crypto.randomUUID()}`;
  try {
    await Deno.writeFile(temporary, bytes, { mode: 0o700, createNew: true });
    await Deno.rename(temporary, path);
  } catch (error) {
    await Deno.remove(temporary).catch(() => {});
    // Windows does not replace a program that is running: then another process has put it there.
    const found = await Deno.readFile(path).catch(() => undefined);
    if (found === undefined || await sha256(found) !== await sha256(bytes)) throw error;
  }
  return path;
}
