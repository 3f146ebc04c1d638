import type { ManagedFile } from "../../core/api.ts";
import { mapRunFiles } from "../../store/journal/map_run_files.ts";
import type { RunFiles } from "../../store/journal/stored_run.ts";
import type { MadeFile } from "../../store/store_protocol.ts";
import type { StoredFile } from "../../store/stored_file.ts";

const managedFiles = new WeakSet<object>();

/**
 * Gives project code the files that were imported for its run.
 *
 * @param files The imported files by param name.
 * @returns The same, as the objects that `run` receives.
 */
export function toManagedFiles(files: RunFiles): Record<string, ManagedFile | ManagedFile[]> {
  return mapRunFiles(files, toManagedFile);
}

/**
 * Gives project code a file.
 *
 * @param file The file; its `readPath`, or else its path, is one that the run can read.
 * @returns The object that authors know.
 */
export function toManagedFile({ readPath, ...file }: StoredFile & Pick<MadeFile, "readPath">): ManagedFile {
  const path = readPath ?? file.path;
  const managed: ManagedFile = {
    ...file,
    bytes: () => Deno.readFile(path),
    text: () => Deno.readTextFile(path),
  };
  // As a part of an output it is what is known of it.
  Object.freeze(Object.defineProperty(managed, "toJSON", { value: () => file }));
  managedFiles.add(managed);
  return managed;
}

/**
 * Tells whether a value is a file that project code was given.
 *
 * @param value Any object.
 * @returns Whether it can read itself, which its JSON cannot.
 */
export function isManagedFile(value: object): boolean {
  return managedFiles.has(value);
}
