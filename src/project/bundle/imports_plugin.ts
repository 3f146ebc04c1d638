import type { OnResolveArgs, OnResolveResult, Plugin } from "esbuild";
import { join } from "@std/path";
import type { Esbuild } from "./esbuild_service.ts";
import { explainScheme } from "./explain_scheme.ts";
import { isGuarded } from "./is_guarded.ts";
import { loaderOf } from "./loaders.ts";
import { ADDON_LOADERS, findNativeAddon } from "./native_addon.ts";
import { packageNameOf, packageNameOfFile, type Packages } from "./packages.ts";

/** What the plugin asks. */
export interface ImportsPluginOptions {
  readonly esbuild: Esbuild;
  readonly packages: Packages;
  /** Receives each import of a native addon that its importer can do without, with the reason why it is refused. */
  readonly refused: Record<string, string>;
}

/** Lazy imports may fail at run time, as they do in Node; a static one fails the whole module. */
const LAZY: ReadonlySet<string> = new Set(["require-call", "dynamic-import"]);

/**
 * Refuses imports that no bundle can serve, in words that say what works instead, and leaves those of packages that can do
 * without to fail when they are reached. All others are left to esbuild.
 *
 * @param options What to ask.
 * @returns The plugin.
 */
export function importsPlugin(options: ImportsPluginOptions): Plugin {
  return {
    name: "workflow-code-imports",
    setup(build) {
      build.onResolve({ filter: /^\.{1,2}[/\\].*\.node$/ }, (args) => resolveAddonFile(args, options));
      build.onResolve({ filter: /^[^./\\#]/ }, (args) => resolvePackage(args, options));
    },
  };
}

async function resolveAddonFile(
  args: OnResolveArgs,
  options: ImportsPluginOptions,
): Promise<OnResolveResult | undefined> {
  // `./server.node` may as well mean `server.node.js`: that is esbuild's to find.
  const info = await Deno.stat(join(args.resolveDir, args.path)).catch(() => undefined);
  return info?.isFile ? await refuseAddon(args, { owner: ownerOf(args), ...options }) : undefined;
}

async function resolvePackage(
  args: OnResolveArgs,
  options: ImportsPluginOptions,
): Promise<OnResolveResult | undefined> {
  const { path, kind, resolveDir, importer } = args;
  if (kind === "entry-point" || /^([a-z]:[/\\]|data:)/i.test(path)) return undefined;
  const text = explainScheme(path);
  if (text !== undefined) return { errors: [{ text }] };
  const name = packageNameOf(path);
  if (name === undefined) return undefined;
  if (ADDON_LOADERS.has(name)) return await refuseAddon(args, { owner: ownerOf(args), ...options });
  const found = options.packages.find(name, resolveDir);
  if (found !== undefined) {
    const why = path.endsWith(".node") ? "is a native addon" : findNativeAddon(found.manifest);
    return why === undefined ? undefined : await refuseAddon(args, { owner: name, why, ...options });
  }
  const isForeign = packageNameOfFile(importer) !== undefined && packageNameOfFile(importer) !== name;
  return isForeign && LAZY.has(kind) ? { path, external: true } : undefined;
}

/** The package, or the file of the project, that imports. */
function ownerOf({ importer }: OnResolveArgs): string {
  return packageNameOfFile(importer) ?? importer;
}

async function refuseAddon(
  args: OnResolveArgs,
  { owner, why = "is a native addon", ...options }: ImportsPluginOptions & { owner: string; why?: string },
): Promise<OnResolveResult> {
  const { path } = args;
  const reason = `it ${why}, and a run loads none`;
  if (isOptional(args, options.packages) || await canDoWithout(args, options.esbuild)) {
    options.refused[path] = reason;
    return { path, external: true };
  }
  const text =
    `Cannot bundle the package "${owner}": ${reason}; use a package that is plain JavaScript or WebAssembly`;
  return { errors: [{ text }] };
}

/** Whether a package imports what it does not depend on: a driver that only some of its users install. */
function isOptional({ path, importer, resolveDir, kind }: OnResolveArgs, packages: Packages): boolean {
  const owner = packageNameOfFile(importer);
  const name = packageNameOf(path);
  if (owner === undefined || name === undefined || !LAZY.has(kind) || ADDON_LOADERS.has(name)) return false;
  const { dependencies } = packages.find(owner, resolveDir)?.manifest ?? {};
  return !(typeof dependencies === "object" && dependencies !== null && Object.hasOwn(dependencies, name));
}

async function canDoWithout(
  { path, importer, with: attributes }: OnResolveArgs,
  esbuild: Esbuild,
): Promise<boolean> {
  const source = await Deno.readTextFile(importer).catch(() => "");
  return await isGuarded(esbuild, {
    source,
    loader: loaderOf(importer, attributes.type) ?? "js",
    specifier: path,
  });
}
