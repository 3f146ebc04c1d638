import type { Metafile } from "esbuild";
import { dirname, resolve } from "@std/path";
import { type SourceLocation, WorkflowError } from "../../errors.ts";
import { isInside } from "../is_inside.ts";
import { isAmongPackages, packageNameOf, type Packages } from "./packages.ts";

/** What the inputs of a bundle are judged by. */
export interface CheckInputsOptions {
  /** The project folder, a real path. */
  readonly dir: string;
  /** The content of every source file, by its path. */
  readonly contents: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
  readonly packages: Packages;
}

/**
 * Refuses a bundle with a file from outside the project, unless it belongs to an installed package, wherever that is: a
 * workspace or pnpm links packages into `node_modules`.
 *
 * @param metafile What esbuild says of the bundle.
 * @param options What to judge by.
 * @throws {WorkflowError} `bundle_failed` with the place of the import.
 */
export function checkInputs(metafile: Metafile, options: CheckInputsOptions): void {
  const { dir, packages } = options;
  const roots: string[] = [];
  const isPackaged = (path: string) => isAmongPackages(path) || roots.some((root) => isInside(path, root));
  const outside: { importer: string; path: string; specifier: string }[] = [];
  for (const [input, { imports }] of Object.entries(metafile.inputs)) {
    const importer = resolve(dir, input);
    for (const { path: target, original = target, external } of imports) {
      if (external || /^[a-z-]{2,}:/.test(target)) continue;
      const path = resolve(dir, target);
      if (isInside(path, dir) || isAmongPackages(path)) continue;
      const name = packageNameOf(original);
      const found = name === undefined ? undefined : packages.find(name, dirname(importer));
      if (found !== undefined && isInside(path, found.dir)) roots.push(found.dir);
      else outside.push({ importer, path, specifier: original });
    }
  }
  const first = outside.find(({ path }) => !isPackaged(path));
  if (first !== undefined) throw refuse(first, options);
}

function refuse(
  { importer, path, specifier }: { importer: string; path: string; specifier: string },
  { dir, contents }: CheckInputsOptions,
): WorkflowError {
  const location = locate(importer, { specifier, source: new TextDecoder().decode(contents.get(importer)) });
  return new WorkflowError(
    "bundle_failed",
    `${location.file}:${location.line}:${location.column}: Cannot import "${specifier}": it leads to ${path}, outside the ` +
      `project ${dir}; move the file into it, or make it a package and install that`,
    { location },
  );
}

/** Where a source names what it imports; at its start where the name is written in another way. */
function locate(file: string, { specifier, source }: { specifier: string; source: string }): SourceLocation {
  const at =
    ['"', "'", "`"].map((quote) => source.indexOf(`${quote}${specifier}${quote}`)).find((at) => at >= 0) ?? 0;
  const before = source.slice(0, at).split("\n");
  return { file, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
