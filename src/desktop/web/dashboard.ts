import type { Answer, InteractionRequest } from "../../core/interaction.ts";
import type { OptionSpec, WorkflowSpec } from "../../core/spec.ts";
import type { DesktopDatabase } from "../data/desktop_database.ts";
import type { DesktopProject } from "../data/desktop_project.ts";
import type { EnteredValues } from "./forms/read_form.ts";
import type { ClientForm } from "./view.ts";

/** Where files are that a run may hand on. */
export interface FileDirs {
  /** The store of imported files. */
  readonly files: string;
  /** The store of the files that this project's runs make. */
  readonly created: string;
}

/** Runs workflows for the dashboard. Every method throws a `WorkflowError` whose message is for the person. */
export interface DashboardHosts {
  /** What a project offers. */
  spec(desktopProjectId: string): Promise<WorkflowSpec>;
  /** The choices that an entrypoint works out for its form, by param. */
  resolveParams(
    desktopProjectId: string,
    entrypointId: string,
    values: EnteredValues,
  ): Promise<ReadonlyMap<string, readonly OptionSpec[]>>;
  /** Begins a run; resolves with its id once it is recorded. */
  start(desktopProjectId: string, entrypointId: string, values: EnteredValues): Promise<string>;
  /** What a run waits for, the oldest question first. */
  questions(runId: string): Promise<readonly InteractionRequest[]>;
  /** Hands on an answer; resolves once it is taken, not when the run ends. */
  answer(runId: string, key: string, answer: Answer): Promise<void>;
  /** Ends a run, whoever works on it. */
  cancel(runId: string): Promise<void>;
  /** Where the files of a project's runs are. */
  fileDirs(project: Pick<DesktopProject, "id" | "projectId">): FileDirs;
}

/** Adds and removes projects. */
export interface DashboardRegistry {
  /** Adds the project in a folder, with nothing granted; one that has moved keeps its id. */
  add(dir: string): Promise<DesktopProject>;
  remove(project: DesktopProject): Promise<void>;
}

/** How a project is given to AI clients. */
export interface ProjectDefinitions {
  /** The compact definition, as JSON. */
  readonly definition: string;
  readonly clients: readonly ClientForm[];
}

/** What the dashboard shows and acts on. */
export interface Dashboard {
  readonly database: DesktopDatabase;
  readonly hosts: DashboardHosts;
  readonly registry: DashboardRegistry;
  readonly define: (project: DesktopProject) => Promise<ProjectDefinitions>;
  readonly userDataDir: string;
  readonly version: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Takes what went wrong and is no page's to tell. */
  readonly onFault: (error: unknown) => void;
}
