import type { ManagedFile } from "../../core/api.ts";
import type { RunFile, RunFiles } from "../../store/journal/stored_run.ts";
import type { MadeFile } from "../../store/store_protocol.ts";

/**
 * Gives project code the files that were imported for its run.
 *
 * @param files The imported files by param name.
 * @returns The same, as the objects that `run` receives.
 */
export function toManagedFiles(files: RunFiles): Record<string, ManagedFile | ManagedFile[]> {
  return Object.fromEntries(
    Object.entries(files).map((
      [name, value],
    ) => [name, isList(value) ? value.map(toManagedFile) : toManagedFile(value)]),
  );
}

function isList(value: RunFile | readonly RunFile[]): value is readonly RunFile[] {
  return Array.isArray(value);
}

/**
 * Gives project code a file.
 *
 * @param file The file; its `readPath`, or else its path, is one that the run can read.
 * @returns The object that authors know.
 */
export function toManagedFile({ readPath, ...file }: RunFile & Pick<MadeFile, "readPath">): ManagedFile {
  const path = readPath ?? file.path;
  return Object.freeze({
    ...file,
    bytes: () => Deno.readFile(path),
    text: () => Deno.readTextFile(path),
  });
}
