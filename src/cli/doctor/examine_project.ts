import { isAbsolute, join } from "@std/path";
import type { AuthDirs } from "../../auth/to_saved_server_path.ts";
import { WorkflowError } from "../../errors.ts";
import { toTool } from "../../mcp/tools.ts";
import { toInputSchema } from "../../params/input_schema.ts";
import { type Manifest, readManifest } from "../../project/manifest.ts";
import type { Project } from "../../project/open_project.ts";
import type { WorkflowHost } from "../../run/workflow_host.ts";
import { toDiagnostic } from "../diagnostic.ts";
import { toShellWord } from "../shell_word.ts";
import { checkEditorTypes } from "./editor_types.ts";
import type { Finding } from "./finding.ts";
import { isNotGranted } from "./is_not_granted.ts";
import { checkMcpPrograms } from "./mcp_programs.ts";
import { checkModels } from "./models.ts";
import { checkRelations, type CheckRelationsOptions } from "./relations.ts";
import { checkStores } from "./stores.ts";
import { checkToolNames } from "./tool_names.ts";
import { checkTools } from "./tool_schemas.ts";

/** Options for {@linkcode examineProject}. */
export interface ExamineProjectOptions {
  /** The data dir. */
  readonly dataDir: string;
  /** Where saved logins are. */
  readonly authDirs: AuthDirs;
  /** Opens the project, as it would be for a run. Closed by whoever gave it. */
  readonly open: (manifest: Manifest) => Promise<WorkflowHost>;
  /** What its relations are to be bound to. */
  readonly relations: CheckRelationsOptions;
}

/** What a look at a project came to. */
export interface Examination {
  readonly project: {
    readonly id: string;
    readonly name: string;
    readonly version: string;
    readonly dir: string;
  } | null;
  readonly findings: readonly Finding[];
}

/**
 * Looks at a project as those who serve, run or install it would.
 *
 * @param dir The project folder.
 * @param options How it is opened, and where its data is.
 * @returns What was found.
 */
export async function examineProject(
  dir: string,
  { dataDir, authDirs, open, relations }: ExamineProjectOptions,
): Promise<Examination> {
  const manifest = await readManifest(dir).catch((error) => error);
  if (manifest instanceof Error) {
    const findings = [toBroken("manifest", manifest), ...await checkStores(dataDir, undefined)];
    return { project: null, findings };
  }
  const { id, name, version } = manifest as Manifest;
  const shownDir = toShellWord(dir);
  const findings: Finding[] = [
    { level: "ok", area: "manifest", message: `${name} ${version}, ${id}` },
    await checkEditorTypes(manifest.dir),
    ...await checkOpening(manifest, { authDirs, open, shownDir }),
    ...await checkRelations(manifest, relations),
    ...await checkStores(dataDir, { id, shownDir }),
  ];
  return { project: { id, name, version, dir: manifest.dir }, findings };
}

async function checkOpening(
  manifest: Manifest,
  { authDirs, open, shownDir }: Pick<ExamineProjectOptions, "authDirs" | "open"> & {
    readonly shownDir: string;
  },
): Promise<Finding[]> {
  const refused: Finding[] = [];
  const attempt = async () => {
    try {
      return await open(manifest);
    } catch (error) {
      if (!isNotGranted(error)) throw error;
      refused.push({
        level: "warning",
        area: "permissions",
        message: toDiagnostic(error),
        mend: "tell doctor the same options, to have the project looked at with them",
      });
      return await open(withoutRequests(manifest));
    }
  };
  try {
    const { project, spec } = await attempt();
    const tools = spec.entrypoints.map((entrypoint) => toTool(entrypoint, toInputSchema(entrypoint)));
    return [
      ...(refused.length > 0 ? refused : describeGrants(project)),
      { level: "ok", area: "bundle", message: `${manifest.main} bundles and loads` },
      ...checkTools(tools),
      ...checkToolNames(tools.map((tool) => tool.name), {
        server: `workflow-${manifest.id}`,
        name: manifest.name,
        dir: shownDir,
      }),
      ...await checkMcpPrograms(project.grants.mcpServers),
      ...await checkModels(project, authDirs),
    ];
  } catch (error) {
    const isLoading = error instanceof WorkflowError &&
      (error.code === "bundle_failed" || error.code === "invalid_definition");
    return [...refused, toBroken(isLoading ? "bundle" : "permissions", error)];
  }
}

/** What is not granted is not handed out, also not to be looked at. */
function withoutRequests(manifest: Manifest): Manifest {
  const read = manifest.permissions.read.filter((path) =>
    !isAbsolute(path) && !join(".", path).startsWith("..")
  );
  return {
    ...manifest,
    inheritEnvironment: [],
    mcpServers: [],
    permissions: { ...manifest.permissions, read },
  };
}

function toBroken(area: Finding["area"], error: unknown): Finding {
  return { level: "broken", area, message: toDiagnostic(error) };
}

function describeGrants({ grants: { summary } }: Project): Finding[] {
  const lines = summary.length > 0 ? summary : ["asks for nothing"];
  return lines.map((line) => ({ level: "ok", area: "permissions", message: `the project ${line}` }));
}
