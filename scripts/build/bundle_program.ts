import { build, type Metafile, stop } from "esbuild";
import { basename, join, toFileUrl } from "@std/path";
import { denoResolverPlugin } from "./deno_resolver_plugin.ts";
import { readModuleGraph } from "./module_graph.ts";
import { nodeBuiltinsPlugin } from "./node_builtins_plugin.ts";

/** What to bundle and where to. */
export interface BundleOptions {
  /** The folder with main.ts, src and deno.json. */
  root: string;
  /** The folder with the `node_modules` that npm specifiers are resolved in. */
  packagesDir: string;
  /** Where the bundle goes: every entry and chunk side by side. */
  outDir: string;
  /** Folder for temporary files. */
  cacheDir: string;
  /** Flags that put another import map in place of deno.json's. */
  override: readonly string[];
  /** Global constants that the program is built with. */
  constants: Readonly<Record<string, string>>;
}

/**
 * Bundles the program: main.ts and each `src/**\/*_worker.ts` as entries, what they share in chunks, what is imported
 * dynamically in chunks of its own.
 *
 * @param options What to bundle and where to.
 * @returns The path of the bundled main module.
 * @throws {Error} When something does not resolve or parse.
 */
export async function bundleProgram(options: BundleOptions): Promise<string> {
  const { root, packagesDir, outDir, cacheDir, override, constants } = options;
  const workers = findWorkers(join(root, "src"));
  const entries = [join(root, "main.ts"), ...workers];
  checkNames(entries);
  const graph = await readModuleGraph(entries, { root, override, cacheDir });
  const { metafile } = await build({
    entryPoints: entries.map((path) => ({ in: toFileUrl(path).href, out: basename(path, ".ts") })),
    outdir: outDir,
    absWorkingDir: root,
    chunkNames: "[name]-[hash]",
    bundle: true,
    metafile: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "es2024",
    charset: "utf8",
    conditions: ["deno", "module"],
    // What a package has for bundlers: a "main" in UMD requires its own files in a way that no bundler sees.
    mainFields: ["module", "main"],
    minifySyntax: true, // Not whitespace: it starts no sooner and lines in a stack trace would mean nothing.
    legalComments: "none",
    logLevel: "warning",
    define: {
      "process.env.NODE_ENV": '"production"',
      // CommonJS packages name their own file with these; bundled they have none.
      __filename: '"/bundle/lib/main.js"',
      __dirname: '"/bundle/lib"',
      ...Object.fromEntries(Object.entries(constants).map(([name, value]) => [name, JSON.stringify(value)])),
    },
    tsconfigRaw: {
      compilerOptions: { verbatimModuleSyntax: true, jsx: "react-jsx", jsxImportSource: "hono/jsx" },
    },
    plugins: [nodeBuiltinsPlugin(), denoResolverPlugin({ graph, packagesDir, workers: new Set(workers) })],
  }).finally(stop); // Its process would stay for the next build.
  checkDynamicImports(metafile);
  return join(outDir, "main.js");
}

/** The worker entries below a folder, in the order of their paths. */
function findWorkers(dir: string): string[] {
  return [...Deno.readDirSync(dir)].sort((a, b) => a.name < b.name ? -1 : 1).flatMap((entry) => {
    const path = join(dir, entry.name);
    if (entry.isDirectory) return findWorkers(path);
    return entry.name.endsWith("_worker.ts") ? [path] : [];
  });
}

/** Entries end up in one folder, so their names must differ. */
function checkNames(entries: readonly string[]): void {
  for (const entry of entries) {
    const twin = entries.find((other) => other !== entry && basename(other) === basename(entry));
    if (twin !== undefined) {
      throw new RangeError(`Cannot bundle ${entry}: rename it, ${twin} has the same name`);
    }
  }
}

/**
 * `await import("some-commonjs-package")` has every export in deno but only `default` once it is bundled. Better refused
 * here than found out by a user.
 */
function checkDynamicImports({ inputs, outputs }: Metafile): void {
  for (const { entryPoint } of Object.values(outputs)) {
    if (entryPoint !== undefined && inputs[entryPoint]?.format === "cjs") {
      throw new TypeError(
        `Cannot bundle a dynamic import of ${entryPoint}: it is CommonJS. Import it statically in a module of its own and import that module dynamically`,
      );
    }
  }
}
