import type { Answer, InteractionRequest } from "../core/interaction.ts";
import type { EntrypointSpec } from "../core/spec.ts";
import type { RunFile, StoredRun } from "../store/journal/stored_run.ts";
import { fitValues } from "./fit_values.ts";
import { type ImportedValues, importValues } from "./import_values.ts";
import type { GivenAnswer } from "./protocol.ts";

/** Imports the file that a param or field names. */
type ImportFile = (path: string, param: string) => Promise<RunFile>;

/**
 * Checks the arguments of a run that was begun before against the params of now, and tries rejected files again.
 *
 * @param run The run.
 * @param options The entrypoint as it is now, and how files are imported.
 * @returns Its values and files.
 * @throws {WorkflowError} `invalid_arguments` or `file_rejected`.
 */
export async function importRunAgain(
  { runId, values, files }: StoredRun,
  { entrypoint, importFile }: { readonly entrypoint: EntrypointSpec; readonly importFile: ImportFile },
): Promise<ImportedValues> {
  const fitting = await fitValues(entrypoint, { runId, values });
  const missing = entrypoint.params.filter(({ name }) => !(name in files));
  const imported = await importValues(missing, { values: fitting, importFile });
  const rest = Object.fromEntries(Object.entries(imported.values).filter(([name]) => !(name in files)));
  return { values: rest, files: { ...files, ...imported.files } };
}

/**
 * Imports the files of an answer.
 *
 * @param request The question.
 * @param options The answer, files still paths, and how they are imported.
 * @returns The answer on its way to the run.
 * @throws {WorkflowError} `file_rejected`.
 */
export async function importAnswer(
  { key, fields }: InteractionRequest,
  { answer, importFile }: { readonly answer: Answer; readonly importFile: ImportFile },
): Promise<GivenAnswer> {
  if (answer.action === "decline") return { key, answer, files: {} };
  const { values, files } = await importValues(fields, { values: answer.values, importFile });
  return { key, answer: { action: "accept", values }, files };
}
