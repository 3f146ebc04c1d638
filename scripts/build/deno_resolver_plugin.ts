import type {
  Loader,
  OnLoadArgs,
  OnLoadResult,
  OnResolveArgs,
  OnResolveResult,
  Plugin,
  PluginBuild,
} from "esbuild";
import type { GraphModule, ModuleGraph } from "./module_graph.ts";
import { rewriteWorkerUrls } from "./rewrite_worker_urls.ts";

/** What the plugin resolves with. */
export interface DenoResolverOptions {
  graph: ModuleGraph;
  /** The folder with the `node_modules` that npm specifiers are resolved in. */
  packagesDir: string;
  /** Paths of the worker entries. */
  workers: ReadonlySet<string>;
}

const LOADERS: Readonly<Record<string, Loader>> = {
  TypeScript: "ts",
  Mts: "ts",
  TSX: "tsx",
  JavaScript: "js",
  Mjs: "js",
  JSX: "jsx",
  Json: "json",
};

/**
 * Makes esbuild resolve the program's own modules as deno does: by deno's module graph, with npm packages from a
 * `node_modules` folder. What packages import among themselves is left to esbuild.
 *
 * @param options What to resolve with.
 * @returns The plugin.
 */
export function denoResolverPlugin(options: DenoResolverOptions): Plugin {
  const modules = new Map([...options.graph.modules].map((module) => [toBundlePath(module), module]));
  return {
    name: "deno-resolver",
    setup(build) {
      build.onResolve({ filter: /.*/ }, (args) => {
        if (args.kind === "entry-point") {
          return resolveSpecifier(build, args, { ...options, specifier: args.path });
        }
        const importer = modules.get(args.importer);
        const specifier = importer?.dependencies.get(args.path);
        if (importer === undefined) return undefined;
        if (specifier !== undefined) return resolveSpecifier(build, args, { ...options, specifier });
        return { errors: [{ text: `deno resolves no "${args.path}" in ${importer.specifier}` }] };
      });
      build.onLoad({ filter: /\.mts$/ }, async (args) => {
        const module = modules.get(args.path);
        return module === undefined ? undefined : await loadModule(module, args, options);
      });
    },
  };
}

/**
 * The name that a module has while it is bundled. What ends with `.mts` gets the default export of a CommonJS package as
 * node and deno give it, `module.exports`; for any other name esbuild looks at `__esModule`.
 */
function toBundlePath(module: GraphModule): string {
  return `${module.local.replace(/\.\w+$/, "")}.mts`;
}

async function resolveSpecifier(
  build: PluginBuild,
  args: OnResolveArgs,
  { graph, packagesDir, specifier }: DenoResolverOptions & { specifier: string },
): Promise<OnResolveResult> {
  if (specifier.startsWith("node:")) return { path: specifier, external: true };
  const npmPath = toNpmPath(specifier);
  if (npmPath !== undefined) {
    return await build.resolve(npmPath, { kind: args.kind, resolveDir: packagesDir });
  }
  const module = graph.find(specifier);
  return module === undefined
    ? { errors: [{ text: `deno has no file for ${specifier}` }] }
    : { path: toBundlePath(module) };
}

async function loadModule(
  module: GraphModule,
  args: OnLoadArgs,
  { workers }: DenoResolverOptions,
): Promise<OnLoadResult> {
  if (args.with.type === "text") {
    return { contents: await Deno.readTextFile(module.local), loader: "text" };
  }
  if (args.with.type === "bytes") {
    return { contents: await Deno.readFile(module.local), loader: "binary" };
  }
  const loader = LOADERS[module.mediaType];
  if (loader === undefined) {
    throw new TypeError(`Cannot bundle ${module.specifier}: it is ${module.mediaType}`);
  }
  const source = await Deno.readTextFile(module.local);
  return { contents: rewriteWorkerUrls(source, { path: module.local, workers }), loader };
}

/**
 * What node resolution calls an npm specifier.
 *
 * @param specifier Such as `npm:/ajv@8.20.0/dist/2020.js`.
 * @returns Such as `ajv/dist/2020.js`; `undefined` for any other specifier.
 *
 * @example
 * ```ts
 * import { toNpmPath } from "./deno_resolver_plugin.ts";
 *
 * toNpmPath("npm:@scope/name@1.0.0/sub/path.js"); // "@scope/name/sub/path.js"
 * ```
 */
export function toNpmPath(specifier: string): string | undefined {
  const match = specifier.match(/^npm:\/?((?:@[^/]+\/)?[^/@]+)(?:@[^/]+)?(\/.*)?$/);
  return match === null ? undefined : `${match[1]}${match[2] ?? ""}`;
}
