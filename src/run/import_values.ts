import type { ParamSpec, ParamValue, ParamValues } from "../core/spec.ts";
import type { RunFile, RunFiles } from "../store/journal/stored_run.ts";
import { Limiter } from "./limiter.ts";
import { whenAllEnded } from "./when_all_ended.ts";

/** As many files are imported at a time: a call may name more than a process may have open. */
const AT_A_TIME = 8;

/** What is left of some values, and the files that the others named. */
export interface ImportedValues {
  readonly values: ParamValues;
  readonly files: RunFiles;
}

/**
 * Imports the files that values name, several at the same time. When one cannot be imported, no other is begun any more, and
 * those that were are ended before that is told.
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
  const limiter = new Limiter(AT_A_TIME);
  const stop = new AbortController();
  const load = async (path: unknown, param: string) => {
    using _place = await limiter.enter(stop.signal);
    return await importFile(String(path), param).catch((error) => {
      stop.abort(error);
      throw error;
    });
  };
  const files = await whenAllEnded(named.map(async ({ name }) => {
    const value = values[name];
    const loadOne = (path: unknown) => load(path, name);
    return [
      name,
      Array.isArray(value) ? await whenAllEnded(value.map(loadOne)) : await loadOne(value),
    ] as const;
  }));
  const imported = new Set(named.map(({ name }) => name));
  const rest: [string, ParamValue][] = Object.entries(values).filter(([name]) => !imported.has(name));
  return { values: Object.fromEntries(rest), files: Object.fromEntries(files) };
}
