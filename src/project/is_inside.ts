import { isAbsolute, relative } from "@std/path";

/**
 * Whether a path is below a folder. Links are not followed: give real paths where they matter.
 *
 * @param path An absolute path.
 * @param dir An absolute path of a folder.
 * @returns Whether it is below; a folder is not below itself.
 */
export function isInside(path: string, dir: string): boolean {
  const way = relative(dir, path);
  // On Windows the way to another drive is an absolute path.
  return way !== "" && !isAbsolute(way) && !/^\.\.([/\\]|$)/.test(way);
}
