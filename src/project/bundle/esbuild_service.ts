import childProcess, { type ChildProcess } from "node:child_process";
import { toMessage, WorkflowError } from "../../errors.ts";
import type { BundleOptions } from "./bundle.ts";
import { extractEsbuild } from "./extract_esbuild.ts";

/** The API of the npm package `esbuild`. */
export type Esbuild = typeof import("esbuild");

const { spawn } = childProcess;

const ENV_KEY = "ESBUILD_BINARY_PATH";

let loading: Promise<Esbuild> | undefined;
let users = 0;

/**
 * Lends esbuild. Its process starts at the first use and ends with the last of those who use it at the same time, so that
 * nothing idles and nothing keeps this process alive.
 *
 * @param options Where a compiled program puts its own executable.
 * @param use What to do with it; its process may be gone once this has settled.
 * @returns What `use` returned.
 * @throws {WorkflowError} `internal` if it does not start.
 */
export async function withEsbuild<T>(
  options: BundleOptions,
  use: (esbuild: Esbuild) => Promise<T>,
): Promise<T> {
  if (users++ === 0) startWatching();
  let esbuild: Esbuild | undefined;
  try {
    loading ??= load(options);
    esbuild = await loading;
    return await use(esbuild);
  } catch (error) {
    if (esbuild === undefined) loading = undefined; // The next one tries anew.
    throw error;
  } finally {
    if (--users === 0) await Promise.all([esbuild?.stop(), ...stopWatching()]);
  }
}

async function load({ cacheDir }: BundleOptions): Promise<Esbuild> {
  const path = Deno.build.standalone ? await extractEsbuild(cacheDir) : undefined;
  if (path !== undefined) await tryOut(path);
  const before = Deno.env.get(ENV_KEY);
  // The package reads the variable once, while it loads.
  if (path !== undefined) Deno.env.set(ENV_KEY, path);
  try {
    const { esbuild } = await import("./esbuild_api.ts");
    return esbuild;
  } finally {
    if (before === undefined) Deno.env.delete(ENV_KEY);
    else Deno.env.set(ENV_KEY, before);
  }
}

/** A program that does not start would end this process from within the package, as an error that nobody can catch. */
async function tryOut(path: string): Promise<void> {
  let why: string;
  try {
    const { code } = await new Deno.Command(path, { args: ["--version"], stdin: "null" }).output();
    if (code === 0) return;
    why = `it exited with ${code}`;
  } catch (error) {
    why = toMessage(error);
  }
  throw new WorkflowError(
    "internal",
    `Cannot start esbuild, ${path}: ${why}; does its folder allow programs?`,
  );
}

const children: { readonly child: ChildProcess; readonly ended: Promise<void> }[] = [];

/** The package tells its process to end and does not wait for that; its child is seen when it is started. */
function startWatching(): void {
  childProcess.spawn = ((...args: Parameters<typeof spawn>) => {
    const child = spawn(...args);
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    child.once("exit", () => resolve()).once("error", () => resolve());
    children.push({ child, ended });
    return child;
  }) as typeof spawn;
}

function stopWatching(): Promise<void>[] {
  childProcess.spawn = spawn;
  return children.splice(0).map(({ child, ended }) => {
    child.ref(); // The package has let go of it, so that waiting would not keep this process alive.
    return ended;
  });
}
