import { gzipSync } from "node:zlib";
import { join } from "@std/path";
import type { LockFile } from "../npm_only/lock_file.ts";
import { currentOverride } from "../npm_only/override.ts";
import { bundleProgram } from "./bundle_program.ts";
import { compileProgram } from "./compile_program.ts";
import { fetchNpmFile } from "./fetch_npm_file.ts";
import { installPackages } from "./install_packages.ts";
import { COMPILER_INTEGRITY, COMPILER_VERSION } from "./pins.ts";
import { sha256 } from "./sha256.ts";
import { findTarget, type Target } from "./targets.ts";

/** What one executable is made from and for. */
export interface BuildOptions {
  target: Target;
  /** The folder with main.ts, src and deno.json. */
  root: string;
  /** Whether only the official runtime will do. */
  release: boolean;
}

/** An executable that was built. */
export interface Executable {
  path: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** What a person should know about how it was made, if anything. */
  remark: string | undefined;
}

/**
 * Builds the executable for one platform: bundle, esbuild beside it, compile.
 *
 * @param options What it is made from and for.
 * @returns The executable.
 * @throws {Error} When something cannot be fetched, bundled or compiled.
 */
export async function buildExecutable({ target, root, release }: BuildOptions): Promise<Executable> {
  const cacheDir = join(root, "dist", ".cache");
  const bundleDir = join(cacheDir, "bundle", target.triple);
  await Deno.remove(bundleDir, { recursive: true }).catch(() => {});
  const config = await readJson<{ version: string; imports: Record<string, string> }>(
    join(root, "deno.json"),
  );
  const lock = await readJson<LockFile>(join(root, "scripts", "npm_only", "deno.lock"));
  const packagesDir = await installPackages({
    imports: npmImports(config.imports),
    lock,
    dir: join(cacheDir, "packages"),
  });
  const esbuild = await embedEsbuild({ target, lock, bundleDir, cacheDir });
  await bundleProgram({
    root,
    packagesDir,
    cacheDir,
    outDir: bundleDir,
    override: currentOverride(),
    constants: {
      __WORKFLOW_CODE_VERSION__: config.version,
      __WORKFLOW_CODE_COMMIT__: await readCommit(root),
      __ESBUILD_SHA256__: esbuild.sha256,
    },
  });
  const output = toOutput(root, target);
  const remark = await compileProgram({
    compiler: await fetchCompiler(cacheDir),
    bundleDir,
    target,
    output,
    cacheDir,
    release,
    npmOnly: currentOverride().length > 0,
  });
  return { path: output, bytes: await Deno.readFile(output), remark };
}

/** Puts the esbuild executable of the target beside the bundle. */
async function embedEsbuild(
  options: { target: Target; lock: LockFile; bundleDir: string; cacheDir: string },
): Promise<{ sha256: string }> {
  const { target, lock, bundleDir, cacheDir } = options;
  const { name, file } = target.esbuild;
  const version = Object.keys(lock.npm ?? {}).find((id) => id.startsWith(`${name}@`))?.slice(name.length + 1);
  if (version === undefined) {
    throw new Error(`Cannot embed esbuild: scripts/npm_only/deno.lock has no ${name}`);
  }
  const { integrity } = lock.npm?.[`${name}@${version}`] as { integrity: string };
  const bytes = await Deno.readFile(await fetchNpmFile({ name, version, file, integrity }, cacheDir));
  await Deno.mkdir(bundleDir, { recursive: true });
  // Compressed: what is embedded is read at every start, about a millisecond for each MB.
  await Deno.writeFile(join(bundleDir, `esbuild${target.suffix}.gz`), gzipSync(bytes, { level: 9 }));
  return { sha256: await sha256(bytes) };
}

/** The pinned deno for this machine. */
async function fetchCompiler(cacheDir: string): Promise<string> {
  const { name, file } = findTarget(Deno.build.target).deno;
  const integrity = COMPILER_INTEGRITY[name];
  const npmFile = { name, file, version: COMPILER_VERSION };
  return await fetchNpmFile(integrity === undefined ? npmFile : { ...npmFile, integrity }, cacheDir);
}

function toOutput(root: string, target: Target): string {
  const dir = target.triple === Deno.build.target ? join(root, "dist") : join(root, "dist", target.triple);
  return join(dir, `workflow-code${target.suffix}`);
}

function npmImports(imports: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(imports).filter(([, target]) => target.startsWith("npm:")));
}

async function readCommit(root: string): Promise<string> {
  try {
    const { success, stdout } = await new Deno.Command("git", {
      args: ["rev-parse", "--short=10", "HEAD"],
      cwd: root,
      stderr: "null",
    }).output();
    return success ? new TextDecoder().decode(stdout).trim() : "unknown";
  } catch {
    return "unknown"; // Without git, or from an archive of the sources.
  }
}

async function readJson<T>(file: string): Promise<T> {
  return JSON.parse(await Deno.readTextFile(file));
}
