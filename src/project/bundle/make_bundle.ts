import type { BuildFailure, Metafile, OutputFile } from "esbuild";
import { join, relative, resolve } from "@std/path";
import { WorkflowError } from "../../errors.ts";
import type { Manifest } from "../manifest.ts";
import { builtinsPlugin } from "./builtins_plugin.ts";
import type { BundleOptions } from "./bundle.ts";
import { checkInputs } from "./check_inputs.ts";
import { corePlugin } from "./core_plugin.ts";
import { type Esbuild, withEsbuild } from "./esbuild_service.ts";
import { importsPlugin } from "./imports_plugin.ts";
import { Packages } from "./packages.ts";
import { renderHeader, type RuntimeTables } from "./bundle_header.ts";
import { REVISION, SETTINGS } from "./settings.ts";
import { renderSourceMap } from "./source_map.ts";
import { sourcesPlugin } from "./sources_plugin.ts";
import { toBundleError } from "./to_bundle_error.ts";

/** A bundle before it is written, and what it was made from. */
export interface MadeBundle {
  readonly code: string;
  /** The content of every source file in it, by its absolute path. */
  readonly contents: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
  readonly metafile: Metafile;
  readonly packages: Packages;
}

/**
 * Bundles a project with esbuild.
 *
 * @param manifest The project.
 * @param options Where esbuild is.
 * @returns The bundle's code, an ES module with its source map.
 * @throws {WorkflowError} `bundle_failed` with every fault of the source, or `internal` if esbuild does not start.
 */
export async function makeBundle(manifest: Manifest, options: BundleOptions): Promise<MadeBundle> {
  return await withEsbuild(options, (esbuild) => bundleWith(esbuild, manifest));
}

async function bundleWith(esbuild: Esbuild, { dir, main, mainPath }: Manifest): Promise<MadeBundle> {
  const contents = new Map<string, Uint8Array<ArrayBuffer>>();
  const tables = { resolved: {}, refused: {} };
  const packages = new Packages();
  const tsconfig = await findTsconfig(dir);
  const { outputFiles, metafile } = await esbuild.build({
    ...SETTINGS,
    absWorkingDir: dir,
    // From the folder: esbuild takes a `*` anywhere in the path for a pattern.
    entryPoints: [`./${relative(dir, mainPath)}`],
    outfile: join(dir, "bundle.js"),
    plugins: [
      corePlugin(),
      builtinsPlugin(),
      importsPlugin({ esbuild, packages, refused: tables.refused }),
      sourcesPlugin({ esbuild, dir, contents, resolved: tables.resolved, tsconfig }),
    ],
    ...(tsconfig === undefined ? { tsconfigRaw: "{}" } : { tsconfig }),
  }).catch((cause: unknown) => {
    if (isBuildFailure(cause)) throw toBundleError(cause.errors, dir);
    throw new WorkflowError("internal", `Cannot start esbuild: ${String(cause)}`, { cause });
  });
  checkDefaultExport(metafile, { dir, main, mainPath });
  checkInputs(metafile, { dir, contents, packages });
  return { code: render(outputFiles, { dir, tables }), contents, metafile, packages };
}

async function findTsconfig(dir: string): Promise<string | undefined> {
  const path = join(dir, "tsconfig.json");
  return await Deno.stat(path).then(({ isFile }) => isFile, () => false) ? path : undefined;
}

function isBuildFailure(error: unknown): error is BuildFailure {
  return error instanceof Error && Array.isArray((error as { errors?: unknown }).errors);
}

function checkDefaultExport(
  metafile: Metafile,
  { dir, main, mainPath }: Pick<Manifest, "dir" | "main" | "mainPath">,
): void {
  const output = Object.values(metafile.outputs)
    .find(({ entryPoint }) => entryPoint !== undefined && resolve(dir, entryPoint) === mainPath);
  if (output?.exports.includes("default")) return;
  throw new WorkflowError(
    "bundle_failed",
    `${mainPath}: Cannot serve ${main}: it has no default export; write \`export default workflow.define({ ... })\``,
    { location: { file: mainPath, line: 1, column: 1 } },
  );
}

function render(
  files: readonly OutputFile[],
  { dir, tables }: { dir: string; tables: RuntimeTables },
): string {
  const code = files.find(({ path }) => path.endsWith(".js"));
  const map = files.find(({ path }) => path.endsWith(".map"));
  if (code === undefined || map === undefined) {
    throw new WorkflowError("internal", "Cannot find the output of esbuild");
  }
  const remark = `// ${JSON.stringify([REVISION, SETTINGS])}\n`; // A bundle's id covers the settings, too.
  return `${renderHeader(tables)}\n${code.text}${remark}${
    renderSourceMap(map.text, { dir, linesBefore: 1 })
  }`;
}
