import { extname, isAbsolute, join } from "@std/path";
import { isInside } from "./is_inside.ts";
import type { ManifestReader } from "./_manifest_reader.ts";

/** A project's main module. */
export interface MainModule {
  /** The main module, as the manifest names it. */
  readonly main: string;
  /** The main module's real path. */
  readonly mainPath: string;
}

const DEFAULTS = ["workflow.ts", "workflow.js"];

const EXTENSIONS = [".ts", ".tsx", ".mts", ".js", ".mjs", ".cjs"];

/**
 * Finds the main module that a manifest names, or one of the default names.
 *
 * @param manifest The reader of the manifest, which collects the faults.
 * @param dir The project folder, a real path.
 * @returns The module, or `undefined` after a fault.
 */
export async function findMainModule(manifest: ManifestReader, dir: string): Promise<MainModule | undefined> {
  if (manifest.get("main") !== undefined) {
    const main = manifest.readText("main");
    return main === undefined ? undefined : await checkMain(main, { manifest, dir });
  }
  for (const main of DEFAULTS) {
    if (await isFile(join(dir, main))) return await checkMain(main, { manifest, dir });
  }
  manifest.addFault(
    "main",
    `found nothing, and no ${
      DEFAULTS.join(" or ")
    }; expected the path of the module that defines the workflow`,
  );
  return undefined;
}

async function checkMain(
  main: string,
  { manifest, dir }: { manifest: ManifestReader; dir: string },
): Promise<MainModule | undefined> {
  const found = JSON.stringify(main);
  const path = join(dir, main);
  const refuse = (reason: string) => manifest.addFault("main", `found ${found}, ${reason}`);
  if (isAbsolute(main) || !isInside(path, dir)) return void refuse("expected a path inside the project");
  if (!EXTENSIONS.includes(extname(main))) {
    return void refuse(`expected a file that ends with ${EXTENSIONS.join(", ")}`);
  }
  const mainPath = await Deno.realPath(path).catch(() => undefined);
  if (mainPath === undefined) return void refuse(`but there is no ${path}`);
  if (!isInside(mainPath, dir)) return void refuse(`a link that leads out of the project, to ${mainPath}`);
  if (!await isFile(mainPath)) return void refuse("which is not a file");
  return { main, mainPath };
}

async function isFile(path: string): Promise<boolean> {
  return await Deno.stat(path).then((info) => info.isFile, () => false);
}
