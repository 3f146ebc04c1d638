import { join } from "@std/path";
import { installPackages } from "./install_packages.ts";

/** A file in an npm package. */
export interface NpmFile {
  name: string;
  version: string;
  /** Path in the package. */
  file: string;
  /** The hash of the package as lock files write it; without it the registry's own word is checked alone. */
  integrity?: string;
}

/**
 * Gets a file out of an npm package, for any platform, with nothing but deno: it honours the configured registry and
 * certificates, and checks the hash.
 *
 * @param npmFile The file to get.
 * @param cacheDir Folder that keeps the package for the next time.
 * @returns The path of the file.
 * @throws {Error} When the package cannot be had, has another hash or lacks the file.
 */
export async function fetchNpmFile(npmFile: NpmFile, cacheDir: string): Promise<string> {
  const { name, version, file, integrity } = npmFile;
  const id = `${name}@${version}`;
  const packages = await installPackages({
    imports: { [name]: `npm:${id}` },
    lock: integrity === undefined
      ? undefined
      : { version: "5", specifiers: { [`npm:${id}`]: version }, npm: { [id]: { integrity } } },
    dir: join(cacheDir, id.replace("/", "+")),
  });
  const path = join(packages, "node_modules", name, file);
  await Deno.stat(path).catch((cause) => {
    throw new Error(`Cannot find "${file}" in npm package ${id}`, { cause });
  });
  return path;
}
