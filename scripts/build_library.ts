// deno-lint-ignore-file no-console -- a script prints its result
// Builds the library for Node: one file that needs no package beside it, `deno task build:library`.
import { fromFileUrl, join } from "@std/path";
import { bundleLibrary } from "./build/bundle_library.ts";
import { installPackages } from "./build/install_packages.ts";
import type { LockFile } from "./npm_only/lock_file.ts";
import { currentOverride } from "./npm_only/override.ts";

const ROOT = fromFileUrl(new URL("..", import.meta.url));

if (import.meta.main) {
  const cacheDir = join(ROOT, "dist", ".cache");
  const { version, imports } = await readJson<{ version: string; imports: Record<string, string> }>(
    join(ROOT, "deno.json"),
  );
  const packages = Object.fromEntries(
    Object.entries(imports).filter(([, target]) => target.startsWith("npm:")),
  );
  const outFile = join(ROOT, "dist", "workflow-code.mjs");
  const bytes = await bundleLibrary({
    root: ROOT,
    packagesDir: await installPackages({
      imports: packages,
      lock: await readJson<LockFile>(join(ROOT, "scripts", "npm_only", "deno.lock")),
      dir: join(cacheDir, "packages"),
    }),
    cacheDir,
    outFile,
    override: currentOverride(),
    constants: { __WORKFLOW_CODE_VERSION__: version },
  });
  console.log(`${outFile}  ${(bytes / 1e6).toFixed(1)} MB`);
}

async function readJson<T>(file: string): Promise<T> {
  return JSON.parse(await Deno.readTextFile(file));
}
