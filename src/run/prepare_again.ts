import type { EntrypointSpec } from "../core/spec.ts";
import type { RunFile, StoredRun } from "../store/journal/stored_run.ts";
import { fitValues } from "./fit_values.ts";
import { type ImportedValues, importValues } from "./import_values.ts";

/**
 * Prepares the arguments of a run that was begun before: checked against the params of now, files that were rejected tried
 * again.
 *
 * @param stored The run.
 * @param options The entrypoint with which it goes on, and what imports a file for a param.
 * @returns The arguments.
 * @throws {WorkflowError} `not_resumable` if they do not fit; `file_rejected`.
 */
export async function prepareAgain(
  { runId, values, files }: Pick<StoredRun, "runId" | "values" | "files">,
  { entrypoint, importFile }: {
    readonly entrypoint: EntrypointSpec;
    readonly importFile: (path: string, param: string) => Promise<RunFile>;
  },
): Promise<ImportedValues> {
  const fitting = await fitValues(entrypoint, { runId, values });
  const missing = entrypoint.params.filter(({ name }) => !(name in files));
  const imported = await importValues(missing, { values: fitting, importFile });
  const rest = Object.fromEntries(Object.entries(imported.values).filter(([name]) => !(name in files)));
  return { values: rest, files: { ...files, ...imported.files } };
}
