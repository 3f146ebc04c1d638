import { join } from "@std/path";
import { WorkflowError } from "../errors.ts";

/**
 * As many files and folders as a project may have outside `node_modules`. Looking at that many takes about a second; a
 * folder with more is a data folder, and is better granted with `permissions.read` than looked through at every start.
 */
const MAX_ENTRIES = 100_000;

/** Folders that are not looked into. */
const SKIPPED: ReadonlySet<string> = new Set(["node_modules", ".git"]);

/** What is in a folder, outside `node_modules` and `.git`. */
export interface Tree {
  /** The paths of regular files, absolute and sorted. */
  readonly files: readonly string[];
  /** The paths of links, absolute and sorted. They are not followed. */
  readonly links: readonly string[];
}

/**
 * Lists a folder with all that is below, outside `node_modules` and `.git`.
 *
 * @param dir The folder, an absolute path.
 * @param maxEntries How many entries are too many.
 * @returns The files and the links in it.
 * @throws {WorkflowError} `invalid_project` if there are too many, or a folder cannot be read.
 */
export async function readTree(dir: string, maxEntries: number = MAX_ENTRIES): Promise<Tree> {
  const files: string[] = [];
  const links: string[] = [];
  let count = 0;
  let level = [dir];
  while (level.length > 0) {
    const listings = await Promise.all(level.map(list));
    const next: string[] = [];
    listings.forEach((entries, index) => {
      for (const { name, isSymlink, isDirectory } of entries) {
        if (++count > maxEntries) throw tooMany(dir, maxEntries);
        const path = join(level[index] ?? dir, name);
        if (isSymlink) links.push(path);
        else if (!isDirectory) files.push(path);
        else if (!SKIPPED.has(name)) next.push(path);
      }
    });
    level = next;
  }
  return { files: files.sort(), links: links.sort() };
}

async function list(dir: string): Promise<Deno.DirEntry[]> {
  try {
    return await Array.fromAsync(Deno.readDir(dir));
  } catch (cause) {
    if (cause instanceof Deno.errors.NotFound) return []; // It was there a moment ago.
    throw new WorkflowError("invalid_project", `Cannot look through ${dir}: ${String(cause)}`, { cause });
  }
}

function tooMany(dir: string, maxEntries: number): WorkflowError {
  return new WorkflowError(
    "invalid_project",
    `Cannot open project: ${dir} has more than ${maxEntries} files outside node_modules; move data out of it and name ` +
      `its folder in workflow.permissions.read`,
  );
}
