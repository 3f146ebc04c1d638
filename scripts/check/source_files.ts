/** A file of the project. */
export interface SourceFile {
  /** Path from the top of the project, with `/` on every platform. */
  path: string;
  text: string;
}

/** Folders that hold no code of ours. */
const SKIPPED: ReadonlySet<string> = new Set(["node_modules", "dist", "coverage"]);

/**
 * Reads the TypeScript files of the project.
 *
 * @param roots Files and folders from the top of the project; those that do not exist are left out.
 * @returns The files in the order of their paths.
 */
export function readSourceFiles(roots: readonly string[]): SourceFile[] {
  return roots.flatMap((root) => readBelow(root)).sort((a, b) => a.path < b.path ? -1 : 1);
}

function readBelow(path: string): SourceFile[] {
  let entries: Deno.DirEntry[];
  try {
    if (Deno.statSync(path).isFile) return [{ path, text: Deno.readTextFileSync(path) }];
    entries = [...Deno.readDirSync(path)];
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
  return entries.flatMap((entry) => {
    if (entry.isDirectory) return SKIPPED.has(entry.name) ? [] : readBelow(`${path}/${entry.name}`);
    return entry.isFile && /\.tsx?$/.test(entry.name) ? readBelow(`${path}/${entry.name}`) : [];
  });
}
