import { toMessage, WorkflowError } from "../../errors.ts";
import type { WorkflowHost, WorkflowHostOptions } from "../../run/workflow_host.ts";
import type { DesktopDatabase } from "../data/desktop_database.ts";
import type { DesktopProject } from "../data/desktop_project.ts";
import { readProjectState } from "../data/project_state.ts";
import type { UserData } from "../data/user_data.ts";
import { credentialValues } from "../../project/credential_values.ts";
import { toGrantCommand } from "./grant_command.ts";
import { ObserverHub } from "./observer_hub.ts";
import { type Options, toProjectOptions } from "./project_options.ts";
import type { Recorder } from "./recorder.ts";
import { RunRecorder } from "./run_recorder.ts";
import { readSourceStamp } from "./source_stamp.ts";

/** How many runs of a project may work at a time. */
const MAX_CONCURRENCY = Math.max(2, navigator.hardwareConcurrency);
/** How long a project is taken to be unchanged, in milliseconds: a page may ask several things of it. */
const FRESH_MS = 500;

/** Opens a project as a command line would. */
export type OpenHost = (request: {
  readonly dir: string;
  readonly options: Options;
  readonly maxConcurrency: number;
  readonly privateDirs: readonly string[];
  /** The command that grants what the project lacks. */
  readonly grantCommand: string;
  readonly observer: NonNullable<WorkflowHostOptions["observer"]>;
  readonly isQuiet: boolean;
  readonly signal: AbortSignal;
}) => Promise<WorkflowHost>;

/** What {@linkcode ProjectHosts} works with. */
export interface ProjectHostsOptions {
  readonly database: DesktopDatabase;
  readonly userData: UserData;
  readonly openHost: OpenHost;
  /** Takes a sentence for whoever reads stderr. */
  readonly say: (text: string) => void;
}

/** A project that is open. */
export interface OpenProject {
  readonly host: WorkflowHost;
  readonly hub: ObserverHub;
}

interface Opening {
  readonly host: Promise<WorkflowHost>;
  readonly hub: ObserverHub;
  readonly recorder: RunRecorder;
  /** What the project was made of when it was opened. */
  readonly stamp: string;
  checkedAt: number;
}

/**
 * The open projects of a dashboard. A project is opened when it is first needed, and anew when its source or what it is granted has
 * changed; runs that are at work go on with what they began with.
 */
export class ProjectHosts {
  readonly #options: ProjectHostsOptions;
  readonly #recorder: Recorder;
  readonly #current = new Map<string, Opening>();
  readonly #all = new Set<Opening>();
  readonly #stop = new AbortController();

  /**
   * @param options The registry, and how projects are opened.
   * @param recorder Records their runs.
   */
  constructor(options: ProjectHostsOptions, recorder: Recorder) {
    this.#options = options;
    this.#recorder = recorder;
  }

  /**
   * Gives a project as it is now.
   *
   * @param projectId Its Desktop project id.
   * @returns The open project.
   * @throws {WorkflowError} What keeps it from being opened.
   */
  async use(projectId: string): Promise<OpenProject> {
    const opening = await this.#find(projectId);
    return { host: await opening.host, hub: opening.hub };
  }

  /** Ends a run that is at work, or waits, in one of them; false if none has it. */
  async cancel(runId: string): Promise<boolean> {
    for (const { host } of this.#all) {
      const opened = await host.catch(() => undefined);
      if (opened?.runs.cancel(runId)) return true;
    }
    return false;
  }

  /** Closes all of them; runs at work end, those that wait can be answered later. */
  async close(): Promise<void> {
    this.#stop.abort();
    await Promise.all([...this.#all].map((opening) => this.#close(opening)));
  }

  async #find(projectId: string): Promise<Opening> {
    const { database, userData } = this.#options;
    const project = database.project(projectId);
    if (!project) {
      throw new WorkflowError("usage", `There is no project ${JSON.stringify(projectId)} in this Desktop`);
    }
    const known = this.#current.get(projectId);
    if (known && performance.now() - known.checkedAt < FRESH_MS) return known;
    const state = await readProjectState(project);
    if (state.state !== "ready") throw new WorkflowError("invalid_project", state.reason);
    const options = toProjectOptions({ project, manifest: state.manifest }, { database, userData });
    const stamp = JSON.stringify([[...options], state.manifest, await readSourceStamp(project.dir)]);
    const latest = this.#current.get(projectId); // Somebody else may have been faster.
    if (latest?.stamp === stamp) {
      latest.checkedAt = performance.now();
      return latest;
    }
    if (latest) latest.hub.whenIdle(() => void this.#close(latest));
    return this.#open(project, { options, stamp });
  }

  #open(
    project: DesktopProject,
    { options, stamp }: { readonly options: Options; readonly stamp: string },
  ): Opening {
    const { openHost, userData } = this.#options;
    const recorder = new RunRecorder(this.#recorder, { project, source: "dashboard" });
    const hub = new ObserverHub(recorder);
    const host = openHost({
      dir: project.dir,
      options,
      maxConcurrency: MAX_CONCURRENCY,
      privateDirs: [userData.dir],
      grantCommand: toGrantCommand(userData),
      observer: hub,
      isQuiet: true,
      signal: this.#stop.signal,
    }).then((opened) => {
      const { grants: { env }, manifest: { inheritEnvironment } } = opened.project;
      recorder.setCredentials(credentialValues(env, inheritEnvironment));
      return opened;
    });
    const opening = { host, hub, recorder, stamp, checkedAt: performance.now() };
    this.#current.set(project.id, opening);
    this.#all.add(opening);
    host.catch(() => {
      this.#all.delete(opening);
      if (this.#current.get(project.id) === opening) this.#current.delete(project.id);
    });
    return opening;
  }

  async #close(opening: Opening): Promise<void> {
    try {
      await (await opening.host).close();
    } catch (error) {
      this.#options.say(toMessage(error));
    }
    opening.recorder.flush();
    this.#all.delete(opening);
  }
}
