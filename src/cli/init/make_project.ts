import { join } from "@std/path";
import { toMessage, WorkflowError } from "../../errors.ts";

/**
 * Writes the files of a new project, all of them or none. Nothing that is there is ever overwritten.
 *
 * @param dir The folder, which is made where it is missing.
 * @param files The texts by name.
 * @throws {WorkflowError} `invalid_project`, naming the files that are there already, or what cannot be written.
 */
export async function makeProject(dir: string, files: ReadonlyMap<string, string>): Promise<void> {
  const there = await findExisting(dir, [...files.keys()]);
  if (there.length > 0) {
    throw new WorkflowError(
      "invalid_project",
      `Cannot make a project in ${dir}: it has ${there.join(", ")} already, and nothing is overwritten; ` +
        "name another folder, or move what is there away",
    );
  }
  const written: string[] = [];
  try {
    await Deno.mkdir(dir, { recursive: true });
    for (const [name, text] of files) {
      const path = join(dir, name);
      await Deno.writeTextFile(path, text, { createNew: true });
      written.push(path);
    }
  } catch (cause) {
    for (const path of written) await Deno.remove(path).catch(() => {});
    throw new WorkflowError("invalid_project", `Cannot make a project in ${dir}: ${toMessage(cause)}`, {
      cause,
    });
  }
}

async function findExisting(dir: string, names: readonly string[]): Promise<string[]> {
  const there = await Promise.all(names.map((name) =>
    // A broken link is there as well: writing would follow it.
    Deno.lstat(join(dir, name)).then(() => true, () => false)
  ));
  return names.filter((_, index) => there[index]);
}
