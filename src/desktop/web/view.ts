/**
 * What pages show: plain data, gathered by the routes.
 *
 * @module
 */
import type { InteractionRequest } from "../../core/interaction.ts";
import type { ResolvedOptions } from "../../core/parse_resolved_params.ts";
import type { EntrypointSpec } from "../../core/spec.ts";
import type { Fault } from "../../errors.ts";
import type { RunCounts } from "../data/desktop_database.ts";
import type { DesktopProject } from "../data/desktop_project.ts";
import type { ProjectState } from "../data/project_state.ts";
import type { RunSummary } from "../data/recorded_run.ts";
import type { EnteredValues } from "./forms/read_form.ts";

export type { ProjectState, RunCounts };

/** What a page needs whatever it shows. */
export interface PageContext {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** What each form carries to prove that it is one of ours. */
  readonly csrf: string;
  /** What has just been done, for the person to know. */
  readonly done?: string | undefined;
}

/** A project as Home shows it. */
export interface ProjectCard {
  readonly project: DesktopProject;
  readonly state: ProjectState;
  readonly counts: RunCounts;
  readonly last?: RunSummary | undefined;
}

/** A project as its own pages show it. */
export interface ProjectView {
  readonly project: DesktopProject;
  readonly state: ProjectState;
  /** How many runs of it are recorded. */
  readonly runs: number;
}

/** A page of runs. */
export interface RunPage {
  readonly runs: readonly RunSummary[];
  readonly nextCursor?: string | undefined;
}

/** What a run form shows. */
export interface RunFormView {
  readonly entrypoints: readonly EntrypointSpec[];
  readonly entrypoint: EntrypointSpec;
  readonly values: EnteredValues;
  /** The choices that the workflow has worked out, by param. */
  readonly options: ResolvedOptions;
  /** Why they could not be worked out. */
  readonly optionsFault?: string | undefined;
  /** Whether the workflow has not yet worked them out. @default false */
  readonly areOptionsComing?: boolean;
  readonly faults: readonly Fault[];
  /** What is wrong with the form as a whole. */
  readonly problem?: string | undefined;
  /** The param whose list is to have more lines. */
  readonly more?: string | undefined;
  /** When the values were left here, in milliseconds since 1970; absent where they are no draft. */
  readonly savedAt?: number | undefined;
  /** Whether a draft is the defaults of the MCP tool now. */
  readonly hasDefaults: boolean;
  /** The run whose input this is. */
  readonly from?: string | undefined;
}

/** A question of a run with what somebody has entered. */
export interface QuestionView {
  readonly request: InteractionRequest;
  readonly values: EnteredValues;
  readonly faults: readonly Fault[];
  readonly problem?: string | undefined;
}

/** The text that a client takes. */
export interface ClientForm {
  /** `claude-desktop` and the like, for addresses and ids. */
  readonly name: string;
  readonly title: string;
  /** Where the text goes, in words. */
  readonly where: string;
  readonly text: string;
  /** How the client comes to know of it. */
  readonly next: string;
}

/** What a manifest asks for, and what is granted of it. */
export interface Asked {
  readonly inheritEnv: readonly string[];
  /** Paths outside of the project that it asks to read; absolute. */
  readonly read: readonly string[];
  /** What it gets without being granted anything: hosts and the like, in lines. */
  readonly given: readonly string[];
  readonly mcpServers: readonly string[];
  /** The aliases of related projects, each with the id that the other must have. */
  readonly related: readonly { readonly alias: string; readonly projectId: string }[];
}
