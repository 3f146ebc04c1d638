import { resolve } from "@std/path";
import { WorkflowError } from "../errors.ts";

/**
 * The real path of a project folder.
 *
 * @param dir The folder as it was named; a relative one is taken from the working directory.
 * @returns Its absolute path with every link followed.
 * @throws {WorkflowError} `invalid_project` if there is no such folder or it is none.
 */
export async function findProjectFolder(dir: string): Promise<string> {
  const path = resolve(dir);
  try {
    const real = await Deno.realPath(path);
    if ((await Deno.stat(real)).isDirectory) return real;
  } catch (cause) {
    const why = cause instanceof Deno.errors.NotFound ? "there is no such folder" : String(cause);
    throw new WorkflowError("invalid_project", `Cannot open project ${path}: ${why}`, { cause });
  }
  throw new WorkflowError(
    "invalid_project",
    `Cannot open project ${path}: found a file, expected the folder that has the package.json`,
  );
}
