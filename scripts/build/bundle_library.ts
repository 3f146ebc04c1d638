import { build, stop } from "esbuild";
import { join, toFileUrl } from "@std/path";
import { denoResolverPlugin } from "./deno_resolver_plugin.ts";
import { readModuleGraph } from "./module_graph.ts";
import { nodeBuiltinsPlugin } from "./node_builtins_plugin.ts";

/** What to bundle and where to. */
export interface BundleLibraryOptions {
  /** The folder with src and deno.json. */
  root: string;
  /** The folder with the `node_modules` that npm specifiers are resolved in. */
  packagesDir: string;
  /** Folder for temporary files. */
  cacheDir: string;
  /** The file that it becomes. */
  outFile: string;
  /** Flags that put another import map in place of deno.json's. */
  override: readonly string[];
  /** Global constants that the library is built with. */
  constants: Readonly<Record<string, string>>;
}

/**
 * Bundles `src/library.ts` for Node ≥ 20: one ESM file with everything in it. What is imported dynamically, the MCP SDK and
 * ajv, is in the file as functions that run when it is first imported, so that a program that never connects to a server
 * neither resolves nor loads any of it.
 *
 * @param options What to bundle and where to.
 * @returns The size of the file in bytes.
 * @throws {Error} When something does not resolve or parse.
 */
export async function bundleLibrary(options: BundleLibraryOptions): Promise<number> {
  const { root, packagesDir, cacheDir, outFile, override, constants } = options;
  const entry = join(root, "src", "library.ts");
  const graph = await readModuleGraph([entry], { root, override, cacheDir });
  const { metafile } = await build({
    entryPoints: [{ in: toFileUrl(entry).href, out: "library" }],
    outfile: outFile,
    absWorkingDir: root,
    bundle: true,
    metafile: true,
    format: "esm",
    platform: "node",
    target: "node20",
    charset: "utf8",
    conditions: ["module"],
    minifySyntax: true,
    legalComments: "eof",
    logLevel: "warning",
    define: Object.fromEntries(
      Object.entries(constants).map(([name, value]) => [name, JSON.stringify(value)]),
    ),
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
    plugins: [nodeBuiltinsPlugin(), denoResolverPlugin({ graph, packagesDir, workers: new Set() })],
  }).finally(stop); // Its process would stay for the next build.
  return Object.values(metafile.outputs).reduce((sum, { bytes }) => sum + bytes, 0);
}
