import { dirname, resolve } from "@std/path";
import { type Fault, WorkflowError } from "../errors.ts";
import { isInside } from "./is_inside.ts";

/** Where links may lead. */
export interface CheckLinksOptions {
  /** The project folder, a real path. */
  readonly dir: string;
  /** What else runs may read, real paths: a link into it shows them nothing new. */
  readonly read: readonly string[];
}

/**
 * Refuses a project with a link that leads out of it: a run may read the project folder, and the runtime follows links in
 * it wherever they lead.
 *
 * @param links The paths of the project's links.
 * @param options Where they may lead.
 * @throws {WorkflowError} `invalid_project` that names every link that leads elsewhere.
 */
export async function checkLinks(links: readonly string[], options: CheckLinksOptions): Promise<void> {
  const { dir, read } = options;
  const targets = await Promise.all(links.map(findTarget));
  const faults: Fault[] = [];
  links.forEach((link, index) => {
    const target = targets[index];
    if (target === undefined) return;
    if ([dir, ...read].some((allowed) => target === allowed || isInside(target, allowed))) return;
    faults.push({ path: link, reason: `a link that leads out of the project, to ${target}` });
  });
  if (faults.length === 0) return;
  const lines = faults.map(({ path, reason }) => `${path}: ${reason}`);
  throw new WorkflowError(
    "invalid_project",
    `Cannot open project: ${
      lines.join("\n")
    }\nReplace it by what it leads to, or grant that with --allow-read and ` +
      "workflow.permissions.read",
    { faults },
  );
}

/** Where a link leads in the end; `undefined` for one that leads in a circle, and so nowhere. */
async function findTarget(link: string): Promise<string | undefined> {
  try {
    return await Deno.realPath(link);
  } catch (error) {
    if (error instanceof Deno.errors.FilesystemLoop) return undefined;
    // What is not there, or is closed, may be there or open later: where a broken link points to counts as much.
    return await Deno.readLink(link).then((target) => resolve(dirname(link), target), () => undefined);
  }
}
