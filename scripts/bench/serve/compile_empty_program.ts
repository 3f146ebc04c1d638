import { fromFileUrl, join } from "@std/path";
import { compileProgram } from "../../build/compile_program.ts";
import { fetchNpmFile } from "../../build/fetch_npm_file.ts";
import { COMPILER_INTEGRITY, COMPILER_VERSION } from "../../build/pins.ts";
import { findTarget } from "../../build/targets.ts";
import { currentOverride } from "../../npm_only/override.ts";

const CACHE_DIR = fromFileUrl(new URL("../../../dist/.cache/", import.meta.url));

/** Compiles a program that does nothing, in the way in which the executable is compiled. */
export async function compileEmptyProgram(dir: string): Promise<string> {
  const target = findTarget(Deno.build.target);
  const bundleDir = join(dir, "empty");
  await Deno.mkdir(bundleDir);
  await Deno.writeTextFile(join(bundleDir, "main.js"), "");
  const integrity = COMPILER_INTEGRITY[target.deno.name];
  const file = {
    ...target.deno,
    version: COMPILER_VERSION,
    ...(integrity === undefined ? {} : { integrity }),
  };
  const output = join(dir, `empty-program${target.suffix}`);
  await compileProgram({
    compiler: await fetchNpmFile(file, CACHE_DIR),
    bundleDir,
    target,
    output,
    cacheDir: CACHE_DIR,
    release: false,
    npmOnly: currentOverride().length > 0,
  });
  return output;
}
