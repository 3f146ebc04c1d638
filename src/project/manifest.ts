import { basename, join } from "@std/path";
import { showValue } from "../core/show_value.ts";
import type { Fault } from "../errors.ts";
import { faultyFile } from "./_faulty_file.ts";
import { findMainModule, type MainModule } from "./_main_module.ts";
import { ManifestReader } from "./_manifest_reader.ts";
import { findProjectFolder } from "./_project_folder.ts";
import { readManifestFile } from "./_read_manifest_file.ts";
import { isUuid, readWorkflowSection, type WorkflowSection } from "./_workflow_section.ts";

/** What a workflow project says of itself in its package.json, checked. What it asks for is not granted yet. */
export interface Manifest extends MainModule, WorkflowSection {
  /** The project folder, a real path. */
  readonly dir: string;
  /** The UUID that never changes; the MCP server is named `workflow-<id>`. */
  readonly id: string;
  /** The folder's name where the manifest has none. */
  readonly name: string;
  /** `0.0.0` where the manifest has none. */
  readonly version: string;
}

/**
 * Reads and checks the manifest of a workflow project. Nothing else of the project is read, so that a server can name
 * itself before the rest is looked at.
 *
 * @param dir The project folder; a relative one is taken from the working directory.
 * @returns The manifest, with defaults filled in.
 * @throws {WorkflowError} `invalid_project`, with every fault, if it cannot be served as a workflow.
 */
export async function readManifest(dir: string): Promise<Manifest> {
  const folder = await findProjectFolder(dir);
  const file = join(folder, "package.json");
  const faults: Fault[] = [];
  const reader = new ManifestReader(await readManifestFile(file), "", faults);
  checkProjectType(reader);
  // Nothing else is asked of a folder that was never meant to be a workflow.
  if (faults.length > 0) throw faultyFile(file, faults);
  const id = readId(reader);
  const name = reader.readText("name") ?? basename(folder);
  const version = reader.readText("version") ?? "0.0.0";
  const module = await findMainModule(reader, folder);
  const section = readWorkflowSection(reader);
  if (faults.length > 0 || id === undefined || module === undefined) throw faultyFile(file, faults);
  return { dir: folder, id, name, version, ...module, ...section };
}

function checkProjectType(reader: ManifestReader): void {
  const found = reader.get("projectType");
  if (found === "workflow") return;
  const known = found === "conversation" || found === "kanban" ? `; ${found} projects are not served` : "";
  reader.addFault(
    "projectType",
    `found ${showValue(found)}, expected "workflow": only workflow projects are served${known}`,
  );
}

function readId(reader: ManifestReader): string | undefined {
  const id = reader.get("id");
  if (typeof id === "string" && isUuid(id)) return id;
  if (id === undefined) {
    reader.addFault(
      "id",
      `found nothing, expected a UUID that never changes; add "id": "${crypto.randomUUID()}"`,
    );
  } else {
    reader.addFault(
      "id",
      `found ${showValue(id)}, expected a UUID such as 11111111-1111-4111-8111-111111111111`,
    );
  }
  return undefined;
}
