import type { Loader, OnLoadArgs, OnLoadResult, Plugin, PluginBuild } from "esbuild";
import { basename, dirname, relative, toFileUrl } from "@std/path";
import type { Esbuild } from "./esbuild_service.ts";
import { loaderOf } from "./loaders.ts";
import { holdsServerKey } from "../holds_server_key.ts";
import { isAmongPackages } from "./packages.ts";

/** What the plugin works with. */
export interface SourcesPluginOptions {
  readonly esbuild: Esbuild;
  /** The project folder, a real path. */
  readonly dir: string;
  /** Receives the content of every file that goes into the bundle, by its path. */
  readonly contents: Map<string, Uint8Array<ArrayBuffer>>;
  /** Receives the file that each literal `require.resolve` leads to, by its argument. */
  readonly resolved: Record<string, string>;
  /** The project's own tsconfig.json, where there is one. */
  readonly tsconfig: string | undefined;
}

const DOT_ENV =
  "Cannot import the project's .env: what it holds for this machine would be in every bundle; runs have its variables in ctx.env";

const OWN_PLACE = /\b__dirname\b|\b__filename\b|\bimport\s*\.\s*meta\b/;

const RESOLVE_CALL = /\brequire\.resolve\(\s*(["'])([^"'\n]+)\1/g;

/** The maps that packages ship lead to sources that they seldom ship. */
const MAP_COMMENT = /\n\/\/[#@] sourceMappingURL=[^\n]*\s*$/;

/**
 * Reads every file that goes into the bundle: so it is known what went in, and `import.meta.url`, `__dirname` and the like
 * keep the value that they have in their own file.
 *
 * @param options What to work with.
 * @returns The plugin.
 */
export function sourcesPlugin(options: SourcesPluginOptions): Plugin {
  return {
    name: "workflow-code-sources",
    setup(build) {
      build.onLoad({ filter: /.*/, namespace: "file" }, (args) => load(args, { build, ...options }));
    },
  };
}

async function load(
  args: OnLoadArgs,
  options: SourcesPluginOptions & { build: PluginBuild },
): Promise<OnLoadResult | undefined> {
  // Whatever stands behind its name: esbuild would read it by itself.
  if (await isSecretive(args.path, options.dir)) return { errors: [{ text: DOT_ENV }] };
  const loader = loaderOf(args.path, args.with.type);
  if (loader === undefined || args.suffix !== "") return undefined;
  const bytes = await Deno.readFile(args.path);
  options.contents.set(args.path, bytes);
  if (!/^[jt]sx?$/.test(loader)) return { contents: bytes, loader };
  const text = new TextDecoder().decode(bytes);
  const source = isAmongPackages(args.path) ? text.replace(MAP_COMMENT, "\n") : text;
  for (const [, , specifier = ""] of source.matchAll(RESOLVE_CALL)) {
    const { path, namespace } = await options.build.resolve(specifier, {
      kind: "require-resolve",
      importer: args.path,
      resolveDir: dirname(args.path),
    });
    if (path !== "" && namespace === "file") options.resolved[specifier] = path;
  }
  return OWN_PLACE.test(source)
    ? await pinPlace(source, { path: args.path, loader, ...options })
    : { contents: source, loader };
}

/** Whether a file is the project's `.env`, or one beside it that has the key of the server as well. */
async function isSecretive(path: string, dir: string): Promise<boolean> {
  const name = relative(dir, path).toLowerCase();
  if (name === ".env") return true;
  return /^\.env[^/\\]+$/.test(name) && holdsServerKey(await Deno.readTextFile(path));
}

/** Has esbuild put in the values, since it alone knows which of these names a file declares itself. */
async function pinPlace(
  source: string,
  { path, loader, esbuild, tsconfig }: SourcesPluginOptions & { path: string; loader: Loader },
): Promise<OnLoadResult> {
  const dir = dirname(path);
  const values = {
    __dirname: dir,
    __filename: path,
    "import.meta.dirname": dir,
    "import.meta.filename": path,
    "import.meta.url": toFileUrl(path).href,
  };
  try {
    const { outputFiles: [output] } = await esbuild.build({
      stdin: { contents: source, sourcefile: basename(path), resolveDir: dir, loader },
      absWorkingDir: dir,
      bundle: false,
      write: false,
      platform: "node",
      target: "esnext",
      charset: "utf8",
      sourcemap: "inline",
      sourcesContent: false,
      logLevel: "silent",
      define: Object.fromEntries(
        Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)]),
      ),
      ...(tsconfig === undefined ? { tsconfigRaw: "{}" } : { tsconfig }),
    });
    return { contents: output?.contents ?? source, loader: loader.endsWith("x") ? "jsx" : "js" };
  } catch {
    return { contents: source, loader }; // A syntax error, which the bundling reports with its place.
  }
}
