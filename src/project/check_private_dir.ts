import { dirname, join } from "@std/path";
import { WorkflowError } from "../errors.ts";
import { isInside } from "./is_inside.ts";

/**
 * Refuses data where runs could read it: journals hold what other runs did, keys let their holder answer for a person.
 *
 * @param dir The folder of the data; it need not exist yet.
 * @param project The project folder and what its runs may read besides it, real paths.
 * @throws {WorkflowError} `usage`, naming both folders, if the data lies inside one of them.
 */
export async function checkPrivateDir(
  dir: string,
  project: { readonly dir: string; readonly read: readonly string[] },
): Promise<void> {
  const real = await toRealPath(dir);
  const reader = [project.dir, ...project.read].find((readable) =>
    real === readable || isInside(real, readable)
  );
  if (reader === undefined) return;
  throw new WorkflowError(
    "usage",
    `Cannot keep data in ${dir}: runs may read ${reader}, where it lies; keep it in another folder`,
  );
}

/** The real path of a folder, also of one that is still to be made in one that is there. */
async function toRealPath(dir: string): Promise<string> {
  try {
    return await Deno.realPath(dir);
  } catch (error) {
    const parent = dirname(dir);
    if (!(error instanceof Deno.errors.NotFound) || parent === dir) throw error;
    return join(await toRealPath(parent), dir.slice(parent.length));
  }
}
