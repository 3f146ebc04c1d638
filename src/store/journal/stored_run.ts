import type { EntrypointSpec, ParamValues } from "../../core/spec.ts";
import type { StoredFile } from "../stored_file.ts";
import type { RunStatus, StatusChange } from "./run_status.ts";

/** A file that was imported for a run. */
export type RunFile = StoredFile;

/** The imported files of a run by param name: a list for a `multiple` one. */
export type RunFiles = Readonly<Record<string, RunFile | readonly RunFile[]>>;

/** The run that called a run of a related project, and where. */
export interface ParentRun {
  readonly runId: string;
  /** The key of the step of that run that is this run. */
  readonly key: string;
}

/** A run that begins. */
export interface NewRun {
  readonly projectId: string;
  /** A real path. */
  readonly projectDir: string;
  readonly entrypoint: EntrypointSpec;
  readonly values: ParamValues;
  readonly files: RunFiles;
  readonly bundleId: string;
  readonly bundlePath: string;
  /** The host that runs it: the id of an `Owner`. */
  readonly owner: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** The run that it is a part of; absent for one that was started by itself. */
  readonly parent?: ParentRun;
}

/** What a list of runs shows of one. */
export interface RunSummary {
  readonly runId: string;
  readonly projectId: string;
  readonly projectDir: string;
  readonly entrypointId: string;
  readonly entrypointTitle: string;
  readonly status: RunStatus;
  /** Every status that it has had, in order. */
  readonly history: readonly StatusChange[];
  /** The host that runs it or ran it last. */
  readonly owner: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Milliseconds since 1970; null while it goes on. */
  readonly finishedAt: number | null;
  /** The run that it is a part of; null for one that was started by itself. */
  readonly parent: ParentRun | null;
}

/** What the journal asks of a final report, all of which it keeps. */
export interface FinalReport {
  readonly runId: string;
  /** One of a run that has ended. */
  readonly status: RunStatus;
}

/** A run with all that is needed to go on with it. */
export interface StoredRun extends RunSummary {
  readonly entrypoint: EntrypointSpec;
  /** Empty after a success. */
  readonly values: ParamValues;
  /** Empty after a success. */
  readonly files: RunFiles;
  /** The bundle that it began with. */
  readonly bundleId: string;
  readonly bundlePath: string;
  /** Its final report, as it was given; null while it goes on, and where its process died first. */
  readonly report: FinalReport | null;
}

/** Where a page of runs ends. */
export type RunCursor = Pick<RunSummary, "runId" | "startedAt">;

/** A run whose row cannot be read. */
export interface DamagedRun {
  readonly runId: string;
  /** What is wrong with it. */
  readonly reason: string;
}

/** Runs, the newest first. */
export interface RunPage {
  readonly runs: readonly RunSummary[];
  /** Those of the same page that cannot be read. */
  readonly damaged: readonly DamagedRun[];
  /** What to continue with; absent on the last page. */
  readonly next?: RunCursor;
}
