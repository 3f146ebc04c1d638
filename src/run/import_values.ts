import type { ParamSpec, ParamValue, ParamValues } from "../core/spec.ts";
import type { RunFile, RunFiles } from "../store/journal/stored_run.ts";

/** What is left of some values, and the files that the others named. */
export interface ImportedValues {
  readonly values: ParamValues;
  readonly files: RunFiles;
}

/**
 * Imports the files that values name, all at the same time.
 *
 * @param params The params or fields.
 * @param options The values, files still absolute paths, and what imports a file for a param.
 * @returns The values without the files, and the files.
 * @throws {WorkflowError} `file_rejected`, if one cannot be imported.
 */
export async function importValues(
  params: readonly ParamSpec[],
  { values, importFile }: {
    readonly values: ParamValues;
    readonly importFile: (path: string, param: string) => Promise<RunFile>;
  },
): Promise<ImportedValues> {
  const named = params.filter(({ name, type }) => type === "file" && values[name] !== undefined);
  const files = await Promise.all(named.map(async ({ name }) => {
    const value = values[name];
    const load = (path: unknown) => importFile(String(path), name);
    return [name, Array.isArray(value) ? await Promise.all(value.map(load)) : await load(value)] as const;
  }));
  const imported = new Set(named.map(({ name }) => name));
  const rest: [string, ParamValue][] = Object.entries(values).filter(([name]) => !imported.has(name));
  return { values: Object.fromEntries(rest), files: Object.fromEntries(files) };
}
