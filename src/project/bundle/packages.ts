import { dirname, join } from "@std/path";

/** A package in a `node_modules` folder, as it was looked up from somewhere. */
export interface FoundPackage {
  readonly name: string;
  /** `<somewhere>/node_modules/<name>`; it may be a link. */
  readonly linkPath: string;
  /** The real path of its folder. */
  readonly dir: string;
  /** Its package.json, empty where it has none that can be read. */
  readonly manifest: Readonly<Record<string, unknown>>;
}

/** Finds packages as Node does, and remembers them. */
export class Packages {
  readonly #byLinkPath = new Map<string, FoundPackage | undefined>();

  /**
   * Finds the package that an import from a folder leads to.
   *
   * @param name The name of the package.
   * @param fromDir The folder of the importing file.
   * @returns The package, or `undefined` where it is not installed.
   */
  find(name: string, fromDir: string): FoundPackage | undefined {
    for (const dir of nodeModulesDirs(fromDir)) {
      const linkPath = join(dir, name);
      if (!this.#byLinkPath.has(linkPath)) this.#byLinkPath.set(linkPath, read(name, linkPath));
      const found = this.#byLinkPath.get(linkPath);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

/**
 * The `node_modules` folders that an import is looked up in, nearest first, whether they exist or not.
 *
 * @param fromDir The folder of the importing file.
 * @returns Their paths.
 */
export function nodeModulesDirs(fromDir: string): string[] {
  const dirs: string[] = [];
  for (let dir = fromDir;; dir = dirname(dir)) {
    if (!/[/\\]node_modules$/.test(dir)) dirs.push(join(dir, "node_modules"));
    if (dirname(dir) === dir) return dirs;
  }
}

/**
 * The name of the package in an import.
 *
 * @param specifier Such as `@scope/name/sub/path.js`.
 * @returns Such as `@scope/name`; `undefined` where it names none (`./x`, `/x`, `#x`).
 */
export function packageNameOf(specifier: string): string | undefined {
  return /^(@[^/\\]+\/[^/\\]+|[^@./\\#][^/\\]*)/.exec(specifier)?.[1];
}

/**
 * The name of the package that a file is in.
 *
 * @param path The file's path.
 * @returns Its name by the innermost `node_modules` in the path; `undefined` outside of one.
 */
export function packageNameOfFile(path: string): string | undefined {
  const inside = path.split(/[/\\]node_modules[/\\]/).slice(1).at(-1);
  return inside === undefined ? undefined : packageNameOf(inside.replaceAll("\\", "/"));
}

/**
 * Whether a file belongs to an installed package.
 *
 * @param path The file's path.
 * @returns Whether it is below a `node_modules`.
 */
export function isAmongPackages(path: string): boolean {
  return /[/\\]node_modules[/\\]/.test(path);
}

function read(name: string, linkPath: string): FoundPackage | undefined {
  try {
    const dir = Deno.realPathSync(linkPath);
    if (!Deno.statSync(dir).isDirectory) return undefined;
    return { name, linkPath, dir, manifest: readManifest(join(dir, "package.json")) };
  } catch {
    return undefined;
  }
}

function readManifest(file: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Deno.readTextFileSync(file));
    return typeof value === "object" && value !== null ? value as Record<string, unknown> : {};
  } catch {
    return {};
  }
}
