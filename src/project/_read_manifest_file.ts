import { WorkflowError } from "../errors.ts";
import { showValue } from "../core/show_value.ts";
import { readJsonFile } from "./_json_file.ts";

const action = "Cannot open project";
const code = "invalid_project";

/**
 * Reads a package.json as JSON.
 *
 * @param file Its path.
 * @returns The object in it.
 * @throws {WorkflowError} `invalid_project` if it is missing, unreadable, too long, or no JSON object.
 */
export async function readManifestFile(file: string): Promise<Record<string, unknown>> {
  const missing = "; a workflow project is a folder with one";
  const { value } = await readJsonFile(file, { code, action, missing });
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw new WorkflowError(code, `${action}: ${file}: found ${showValue(value)}, expected an object`);
}
