import { basename, dirname, join } from "@std/path";

/** Where the source stands and what it may point at. */
export interface RewriteOptions {
  /** The path of the source. */
  path: string;
  /** The paths of all worker entries. */
  workers: ReadonlySet<string>;
}

const WORKER_URL = /new URL\(\s*(["'])(\.{1,2}\/[^"']*_worker)\.ts\1,\s*import\.meta\.url,?\s*\)/g;

/**
 * Points the addresses of workers at where they are in the bundle: flat, beside every other file of it.
 *
 * @param source A module with, say, `new URL("../run/run_worker.ts", import.meta.url)`.
 * @param options Where it stands.
 * @returns The module with `new URL("./run_worker.js", import.meta.url)`.
 * @throws {RangeError} When such an address leads to no worker entry.
 */
export function rewriteWorkerUrls(source: string, options: RewriteOptions): string {
  return source.replaceAll(WORKER_URL, (whole, _quote, target, offset) => {
    const worker = join(dirname(options.path), `${target}.ts`);
    if (!options.workers.has(worker)) {
      const line = source.slice(0, offset).split("\n").length;
      throw new RangeError(`Cannot find the worker of ${options.path}:${line}: ${whole} leads to ${worker}`);
    }
    const lines = "\n".repeat(whole.split("\n").length - 1); // Line numbers after it stay what they are.
    return `new URL("./${basename(worker, ".ts")}.js",${lines} import.meta.url)`;
  });
}
