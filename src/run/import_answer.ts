import type { InteractionRequest } from "../core/interaction.ts";
import type { RunFile, RunFiles } from "../store/journal/stored_run.ts";
import { importValues } from "./import_values.ts";
import type { GivenAnswer } from "./protocol.ts";
import { whenAllEnded } from "./when_all_ended.ts";

/**
 * Imports the files of an answer.
 *
 * @param request The question.
 * @param given The answer, files still absolute paths; files of another store; and what imports a file for a field.
 * @returns The answer as its run gets it.
 * @throws {WorkflowError} `file_rejected`, if one cannot be imported.
 */
export async function importAnswer(
  { key, fields }: InteractionRequest,
  { answer, files, importFile }: Pick<GivenAnswer, "answer" | "files"> & {
    readonly importFile: (path: string, param: string) => Promise<RunFile>;
  },
): Promise<GivenAnswer> {
  if (answer.action === "decline") return { key, answer, files: {} };
  const imported = await importValues(fields, { values: answer.values, importFile });
  const stored = Object.entries(files).map(async ([field, value]) => {
    const load = async ({ path, name, mediaType }: RunFile) => ({
      ...await importFile(path, field),
      name,
      mediaType,
    });
    return [field, isList(value) ? await whenAllEnded(value.map(load)) : await load(value)] as const;
  });
  return {
    key,
    answer: { action: "accept", values: imported.values },
    files: { ...imported.files, ...Object.fromEntries(await whenAllEnded(stored)) },
  };
}

function isList(value: RunFiles[string]): value is readonly RunFile[] {
  return Array.isArray(value);
}
