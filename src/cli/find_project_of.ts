import { WorkflowError } from "../errors.ts";
import { type Manifest, readManifest } from "../project/manifest.ts";
import type { ExecutorBundle } from "../run/executor_process.ts";
import type { StoredRun } from "../store/journal/stored_run.ts";

/** The project of a run, to be opened. */
export interface ProjectOfRun {
  readonly dir: string;
  readonly manifest: Manifest;
  /** The snapshot that the run began with; absent where it is gone, or not to be used. */
  readonly bundle?: ExecutorBundle;
}

/**
 * Finds the project that a run is of.
 *
 * @param run The run.
 * @param options Whether the run is to go on with the project as it is now.
 * @returns Where it is, and what of it the run needs.
 * @throws {WorkflowError} `not_resumable` if the folder is gone or has another project; `invalid_project` if it is wrong.
 */
export async function findProjectOf(
  { runId, projectId, projectDir, bundleId, bundlePath }: StoredRun,
  { force }: { readonly force: boolean },
): Promise<ProjectOfRun> {
  const refuse = (reason: string) =>
    new WorkflowError(
      "not_resumable",
      `Cannot go on with run ${runId}: ${reason}; put the project back there`,
    );
  if (!await isThere(projectDir)) throw refuse(`its project folder ${projectDir} is gone, or has moved`);
  const manifest = await readManifest(projectDir);
  if (manifest.id !== projectId) {
    throw refuse(`${projectDir} has another project now, with the id ${manifest.id}, expected ${projectId}`);
  }
  const bundle = { id: bundleId, path: bundlePath };
  return { dir: projectDir, manifest, ...(!force && await isThere(bundlePath) ? { bundle } : {}) };
}

async function isThere(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false);
}
