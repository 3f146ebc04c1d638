import type { WorkflowSpec } from "../core/spec.ts";
import type { StoredRun } from "../store/journal/stored_run.ts";
import { cannotGoOn } from "./cannot_go_on.ts";
import type { ExecutorBundle } from "./executor_process.ts";

/** What a run goes on in. */
export interface Snapshot {
  /** The bundle; the project's as it is now where there is none. */
  readonly bundle?: ExecutorBundle;
  /** What the run is of from here on, where it is not what it was of before. */
  readonly renewed?: Pick<StoredRun, "bundleId" | "bundlePath" | "entrypoint">;
}

/** Options for {@linkcode findSnapshot}. */
export interface FindSnapshotOptions {
  /** The bundle of the project as it is now. */
  readonly current: ExecutorBundle;
  /** Whether to go on with that, whatever the run began with. */
  readonly force: boolean;
  /** Gives what the project offers now. */
  readonly describe: () => Promise<WorkflowSpec>;
}

/**
 * Finds what a run can go on in: the bundle that it began with, or the project as it is now.
 *
 * @param run The run.
 * @param options What there is now.
 * @returns The snapshot.
 * @throws {WorkflowError} `not_resumable` if there is none.
 */
export async function findSnapshot(
  run: StoredRun,
  { current, force, describe }: FindSnapshotOptions,
): Promise<Snapshot> {
  const { runId, bundleId, bundlePath } = run;
  if (force) return renew(run, { current, offered: await describe() });
  if (bundleId === current.id) return {};
  const there = await Deno.stat(bundlePath).then((info) => info.isFile, () => false);
  if (there) return { bundle: { id: bundleId, path: bundlePath } };
  const why = "the project has changed and the bundle that it began with is gone";
  throw cannotGoOn(runId, `${why}; --force goes on with the project as it is now`);
}

function renew(
  { runId, entrypoint: { id } }: StoredRun,
  { current, offered }: { readonly current: ExecutorBundle; readonly offered: WorkflowSpec },
): Snapshot {
  const entrypoint = offered.entrypoints.find((one) => one.id === id);
  if (entrypoint) return { renewed: { bundleId: current.id, bundlePath: current.path, entrypoint } };
  throw cannotGoOn(runId, `the project no longer has the entrypoint ${JSON.stringify(id)}`);
}
