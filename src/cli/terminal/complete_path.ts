import { homedir } from "node:os";
import { isAbsolute, join, SEPARATOR } from "@std/path";

/**
 * Finds the paths that what a person has typed of one may become.
 *
 * @param typed The beginning of a path; `~/` stands for the home folder, a relative one begins at the working directory.
 * @returns The paths, written the way it was begun, folders with a separator behind; none where the folder cannot be read.
 */
export function completePath(typed: string): string[] {
  const cut = Math.max(typed.lastIndexOf("/"), typed.lastIndexOf(SEPARATOR)) + 1;
  const [folder, begun] = [typed.slice(0, cut), typed.slice(cut)];
  const dir = toRealFolder(folder);
  try {
    return [...Deno.readDirSync(dir)]
      .filter(({ name }) => name.startsWith(begun) && (begun !== "" || !name.startsWith(".")))
      .map((entry) => `${folder}${entry.name}${leadsToFolder(dir, entry) ? "/" : ""}`)
      .sort();
  } catch {
    return [];
  }
}

function toRealFolder(folder: string): string {
  if (folder.startsWith("~/")) return join(homedir(), folder.slice(2));
  return folder === "" ? "." : isAbsolute(folder) ? folder : join(".", folder);
}

function leadsToFolder(dir: string, { name, isDirectory, isSymlink }: Deno.DirEntry): boolean {
  if (!isSymlink) return isDirectory;
  try {
    return Deno.statSync(join(dir, name)).isDirectory;
  } catch {
    return false; // It leads nowhere.
  }
}
