import type { Metafile } from "esbuild";
import { dirname, join, resolve } from "@std/path";
import { isInside } from "../is_inside.ts";
import { isAmongPackages, nodeModulesDirs, packageNameOf, type Packages } from "./packages.ts";
import { findTsconfigChain } from "./tsconfig_chain.ts";

/** All that a bundle depends on: while it stays as it is, bundling again gives the same. */
export interface TrackedInputs {
  /** Absolute paths whose content counts; for one that is not there, its absence does. */
  readonly files: readonly string[];
  /** Folders in which a new file could take the place of another: the project, and packages linked from outside. */
  readonly trees: readonly string[];
  /** Installed packages that are links, with what they lead to. */
  readonly links: readonly (readonly [path: string, target: string])[];
}

/** What is known of a bundle. */
export interface TrackInputsOptions {
  /** The project folder, a real path. */
  readonly dir: string;
  readonly packages: Packages;
}

const LOCK_FILES = [
  "package-lock.json",
  "npm-shrinkwrap.json",
  "yarn.lock",
  "pnpm-lock.yaml",
  "bun.lock",
  "deno.lock",
];

const VIRTUAL = /^[a-z-]{2,}:|^<runtime>$/;

/**
 * Lists what a bundle depends on: its source files, every package.json and tsconfig that had a say in finding them, and
 * places where a new file or package would be found before them.
 *
 * @param metafile What esbuild says of the bundle.
 * @param options What else is known of it.
 * @returns What to watch.
 */
export async function trackInputs(metafile: Metafile, options: TrackInputsOptions): Promise<TrackedInputs> {
  const { dir } = options;
  const inputs = Object.keys(metafile.inputs).filter((input) => !VIRTUAL.test(input)).map((input) =>
    resolve(dir, input)
  );
  const files = new Set([
    ...inputs,
    ...LOCK_FILES.map((name) => join(dir, name)),
    ...await findTsconfigChain(join(dir, "tsconfig.json")),
  ]);
  const trees = new Set([dir]);
  const links = new Map<string, string>();
  const looked = new Set<string>();
  for (const [input, { imports }] of Object.entries(metafile.inputs)) {
    const from = dirname(resolve(dir, input));
    for (const { path, original = path, external } of imports) {
      const name = VIRTUAL.test(path) || (external && path.includes("*"))
        ? undefined
        : packageNameOf(original);
      if (name === undefined || looked.has(`${from}\0${name}`)) continue;
      looked.add(`${from}\0${name}`);
      trackPackage(name, from, { ...options, files, trees, links });
    }
  }
  const enclosing = new Set<string>();
  for (const input of inputs) trackManifests(dirname(input), { files, enclosing });
  return { files: [...files].sort(), trees: [...trees].sort(), links: [...links].sort() };
}

function trackPackage(
  name: string,
  from: string,
  { dir, packages, files, trees, links }: TrackInputsOptions & {
    files: Set<string>;
    trees: Set<string>;
    links: Map<string, string>;
  },
): void {
  const found = packages.find(name, from);
  for (const modules of nodeModulesDirs(from)) {
    const candidate = join(modules, name);
    if (candidate === found?.linkPath) break;
    files.add(exists(modules) ? candidate : modules);
  }
  if (found === undefined) return;
  files.add(join(found.dir, "package.json"));
  if (found.dir !== found.linkPath) links.set(found.linkPath, found.dir);
  const isWorkspace = !isInside(found.dir, dir) && !isAmongPackages(found.dir);
  if (isWorkspace) trees.add(found.dir);
}

/** esbuild goes by the nearest package.json above a file; a nearer one would change what it finds. */
function trackManifests(
  start: string,
  { files, enclosing }: { files: Set<string>; enclosing: Set<string> },
): void {
  for (let dir = start; !enclosing.has(dir); dir = dirname(dir)) {
    enclosing.add(dir);
    const manifest = join(dir, "package.json");
    files.add(manifest);
    if (exists(manifest) || dirname(dir) === dir) return;
  }
}

function exists(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
}
