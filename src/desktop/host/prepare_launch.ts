import type { WorkflowSpec } from "../../core/spec.ts";
import { toMessage, WorkflowError } from "../../errors.ts";
import type { RunObserver } from "../../run/run_observer.ts";
import type { WorkflowHost } from "../../run/workflow_host.ts";
import { DesktopDatabase } from "../data/desktop_database.ts";
import { applyDefaults } from "./apply_defaults.ts";
import { credentialValues } from "../../project/credential_values.ts";
import type { Launched } from "./find_launched.ts";
import { toGrantCommand } from "./grant_command.ts";
import { type Options, toProjectOptions } from "./project_options.ts";
import { reconcileRuns } from "./reconcile_runs.ts";
import { Recorder } from "./recorder.ts";
import { RunRecorder } from "./run_recorder.ts";

/** When to tidy up, in milliseconds after the project was opened: the client is waiting for its first answers then. */
const TIDY_AFTER_MS = 2_000;

/** How a project of the registry is served. */
export interface Launch {
  /** As a command line would say it. */
  readonly options: Options;
  readonly observer: RunObserver;
  /** Folders that no run may read. */
  readonly privateDirs: readonly string[];
  /** The command that grants what the project lacks. */
  readonly grantCommand: string;
  /** Puts the defaults of drafts into what the project offers; absent where there are none. */
  readonly adaptSpec?: (spec: WorkflowSpec) => Promise<WorkflowSpec>;
  /** Takes the host once it is open. */
  readonly onOpened: (host: WorkflowHost) => void;
  /** Takes calls that are refused before there is a run. */
  readonly onRefused: (request: Readonly<Record<string, unknown>>, error: unknown) => void;
  /** Writes what is still to be written, and ends the recorder. */
  readonly close: () => Promise<void>;
}

/**
 * Looks up in the registry how a project is served, and begins to record its calls.
 *
 * @param launched The project.
 * @param say Takes a sentence for people.
 * @returns How it is served.
 * @throws {WorkflowError} `store_failed` if the registry cannot be read; `invalid_project` if it no longer has the project.
 */
export function prepareLaunch({ id, manifest, userData }: Launched, say: (text: string) => void): Launch {
  const { project, options, defaults } = readRegistry({ id, manifest, userData });
  let host: WorkflowHost | undefined;
  const recorder = new Recorder({
    userDataDir: userData.dir,
    onFault: (message) => say(`calls are not recorded: ${message}`),
    onCancel: (runId) => host?.runs.cancel(runId),
  });
  const observer = new RunRecorder(recorder, { project, source: "mcp" });
  let tidying: ReturnType<typeof setTimeout> | undefined;
  const tidy = () => {
    try {
      using database = new DesktopDatabase(userData.dir, { readOnly: true });
      reconcileRuns(database, userData, (changes) => recorder.record(changes));
    } catch (error) {
      say(toMessage(error));
    }
    recorder.prune();
  };
  return {
    options,
    observer,
    privateDirs: [userData.dir],
    grantCommand: toGrantCommand(userData),
    ...(defaults.size > 0 ? { adaptSpec: (spec) => applyDefaults(spec, defaults, say) } : {}),
    onOpened: (opened) => {
      host = opened;
      tidying = setTimeout(tidy, TIDY_AFTER_MS);
      const { grants: { env }, manifest: { inheritEnvironment } } = opened.project;
      observer.setCredentials(credentialValues(env, inheritEnvironment));
    },
    onRefused: (request, error) => observer.refused(request, error),
    close: async () => {
      clearTimeout(tidying);
      observer.flush();
      await recorder.close();
    },
  };
}

/** Reads all at once what the registry says: others may write it from then on. All writing of a launcher is its recorder's. */
function readRegistry({ id, manifest, userData }: Launched) {
  using database = new DesktopDatabase(userData.dir, { readOnly: true });
  const project = database.project(id);
  if (project) {
    const options = toProjectOptions({ project, manifest }, { database, userData });
    return { project, options, defaults: database.defaults(id) };
  }
  throw new WorkflowError(
    "invalid_project",
    `Cannot serve ${
      JSON.stringify(id)
    }: ${manifest.name} is no longer registered in ${userData.dir}; add it again with ` +
      `\`workflow-code desktop add ${manifest.dir}\``,
  );
}
