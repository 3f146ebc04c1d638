import type { StoredFile } from "../stored_file.ts";
import type { RunFiles } from "./stored_run.ts";

/**
 * Puts something else in the place of every file of a run.
 *
 * @param files The files by param name.
 * @param map Gives what takes the place of one.
 * @returns What came of them: a list where there was one.
 */
export function mapRunFiles<T>(files: RunFiles, map: (file: StoredFile) => T): Record<string, T | T[]> {
  return Object.fromEntries(
    Object.entries(files).map(([name, value]) => [name, isList(value) ? value.map(map) : map(value)]),
  );
}

function isList(value: RunFiles[string]): value is readonly StoredFile[] {
  return Array.isArray(value);
}
