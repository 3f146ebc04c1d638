import { join } from "@std/path";
import { isInside } from "../../project/is_inside.ts";

/**
 * What runs may read of a project folder whose `.env` is kept from them: all that is in it by name, since what is granted as a
 * whole cannot be narrowed.
 *
 * @param dir The project folder, a real path.
 * @returns Paths: without `.env`, and without links that lead to it or to a folder that it is in.
 */
export function readableEntries(dir: string): string[] {
  const entries = listDir(dir).filter(({ name }) => name.toLowerCase() !== ".env");
  return entries.filter(({ name, isSymlink }) => !isSymlink || !leadsToDotEnv(join(dir, name), dir))
    .map(({ name }) => join(dir, name));
}

/** A project whose folder was deleted meanwhile is served all the same. */
function listDir(dir: string): Deno.DirEntry[] {
  try {
    return [...Deno.readDirSync(dir)];
  } catch {
    return [];
  }
}

function leadsToDotEnv(link: string, dir: string): boolean {
  const hidden = join(dir, ".env");
  try {
    const target = Deno.realPathSync(link);
    return target === hidden || isInside(hidden, target);
  } catch {
    return true; // It leads nowhere now, and may lead there later.
  }
}
