import { dirname, join, relative } from "@std/path";
import { type Fault, WorkflowError } from "../errors.ts";
import { isInside } from "./is_inside.ts";

/**
 * Refuses a project whose `.env` holds the key of a server and cannot be kept from its runs: the runtime asks only for the path by
 * which a file is opened, so that every other way to the same file would be open. Unlike other links, those in `node_modules`
 * count too: a workspace likes to link a package to itself there.
 *
 * @param dir The project folder, a real path.
 * @param read What else runs may read, real paths.
 * @throws {WorkflowError} `invalid_project`, naming each of the other ways and what to do.
 */
export async function checkHideable(dir: string, read: readonly string[]): Promise<void> {
  const file = join(dir, ".env");
  const real = await Deno.realPath(file);
  const { nlink } = await Deno.stat(file);
  const leadsTo = (target: string) => target === real || isInside(real, target);
  const links = await findLinks(dir);
  const faults: Fault[] = [
    ...(real === file ? [] : [{ path: ".env", reason: `is a link, to ${real}` }]),
    ...((nlink ?? 1) > 1 ? [{ path: ".env", reason: "has another name, as a hard link" }] : []),
    ...read.filter(leadsTo).map((path) => ({
      path: "workflow.permissions.read",
      reason: `asks to read ${path}`,
    })),
    // What is a link at the top of the project is left out of what runs may read.
    ...links.filter(({ path, target }) => dirname(path) !== dir && leadsTo(target))
      .map(({ path, target }) => ({ path: relative(dir, path), reason: `is a link to ${target}` })),
  ];
  if (faults.length === 0) return;
  const lines = faults.map(({ path, reason }) => `  ${path} ${reason}`);
  throw new WorkflowError(
    "invalid_project",
    `Cannot open project: ${file} has WORKFLOW_SERVER_ADMIN_KEY, which no run may read, and runs could\n${
      lines.join("\n")
    }\nTake the key out of it and save it with \`workflow-code auth login\``,
    { faults },
  );
}

async function findLinks(dir: string): Promise<{ readonly path: string; readonly target: string }[]> {
  const links: { path: string; target: string }[] = [];
  const folders = [dir];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const { name, isDirectory, isSymlink } of Deno.readDirSync(folder)) {
      const path = join(folder, name);
      if (isDirectory) folders.push(path);
      if (!isSymlink) continue;
      const target = await Deno.realPath(path).catch(() => undefined);
      if (target !== undefined) links.push({ path, target });
    }
  }
  return links;
}
