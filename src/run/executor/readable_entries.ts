import { join } from "@std/path";
import { holdsServerKey } from "../../project/holds_server_key.ts";
import { isInside } from "../../project/is_inside.ts";

/**
 * What runs may read of a project folder whose `.env` is kept from them: all that is in it by name, since what is granted as a
 * whole cannot be narrowed.
 *
 * @param dir The project folder, a real path.
 * @returns Paths: without `.env` and what others like `.env.local` have its key as well, without links that lead to it or to a
 * folder that it is in, and without git's own folder, which may have kept the key.
 */
export function readableEntries(dir: string): string[] {
  const entries = listDir(dir).filter(({ name }) => !isHidden(join(dir, name), name.toLowerCase()));
  return entries.filter(({ name, isSymlink }) => !isSymlink || !leadsToDotEnv(join(dir, name), dir))
    .map(({ name }) => join(dir, name));
}

function isHidden(path: string, name: string): boolean {
  if (name === ".env" || name === ".git") return true;
  return name.startsWith(".env") && holdsKey(path);
}

function holdsKey(path: string): boolean {
  try {
    return holdsServerKey(Deno.readTextFileSync(path));
  } catch {
    return false; // A folder, or what nobody can read.
  }
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
