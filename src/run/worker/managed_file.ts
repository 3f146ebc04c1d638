import type { ManagedFile } from "../../core/api.ts";
import type { RunFile, RunFiles } from "../../store/journal/stored_run.ts";
import type { MadeFile } from "../../store/store_protocol.ts";

const managedFiles = new WeakSet<object>();

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
