import { join } from "@std/path";
import { EDITOR_TYPES_FILE as FILE, editorTypes } from "../init/project_files.ts";
import { toShellWord } from "../shell_word.ts";
import type { Finding } from "./finding.ts";

/**
 * Looks whether an author's editor has the types of this version.
 *
 * @param dir The project folder.
 * @returns What was found.
 */
export async function checkEditorTypes(dir: string): Promise<Finding> {
  const area = "types";
  const text = await Deno.readTextFile(join(dir, FILE)).catch(() => undefined);
  if (text?.replaceAll("\r\n", "\n") === editorTypes()) {
    return { level: "ok", area, message: `${FILE} is up to date` };
  }
  return {
    level: "warning",
    area,
    message: text === undefined
      ? `there is no ${FILE}: an editor knows nothing of "workflow-code"`
      : `${FILE} is of another version than this executable`,
    mend: `workflow-code init --types ${toShellWord(dir)}`,
  };
}
