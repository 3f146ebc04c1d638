// Stands in for jsr:@std/path where jsr.io cannot be reached: the names that this project uses, with their meaning.
import { dirname as nodeDirname, isAbsolute, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export { basename, extname, format, isAbsolute, join, normalize, parse, relative, resolve } from "node:path";

/** What separates the parts of a path. */
export const SEPARATOR: "/" | "\\" = sep;

/** The folder of a path or file URL. */
export function dirname(path: string | URL): string {
  return nodeDirname(path instanceof URL ? fileURLToPath(path) : path);
}

/** The file URL of an absolute path. */
export function toFileUrl(path: string): URL {
  if (!isAbsolute(path)) throw new TypeError(`Path must be absolute: received "${path}"`);
  return pathToFileURL(path);
}

/** The path of a file URL. */
export function fromFileUrl(url: string | URL): string {
  return fileURLToPath(url);
}
