import type {
  LogLine,
  RecordedError,
  RecordedStatus,
  RecordedStatusChange,
  RunSource,
  Submission,
} from "./recorded_run.ts";

/**
 * One thing that is recorded of a run. JSON is text already: whoever records makes it once, and it is stored as it is. Times are
 * milliseconds since 1970.
 */
export type RunChange =
  /** A run begins, or somebody goes on with one, which may be recorded already. */
  | {
    readonly type: "begun";
    readonly runId: string;
    readonly desktopProjectId: string;
    readonly projectName: string;
    readonly entrypointId: string;
    readonly entrypointTitle: string;
    readonly source: RunSource;
    /** The recorder that works on it: the id of an `Owner` of the user data. */
    readonly owner: string;
    readonly startedAt: number;
    /** Every status that it has had; the last one is its own. */
    readonly statuses: readonly RecordedStatusChange[];
    /** JSON. */
    readonly mcpInput: string;
    readonly cliArgs: readonly string[];
    /** JSON. */
    readonly report: string;
  }
  /** A call that never became a run. */
  | {
    readonly type: "refused";
    readonly runId: string;
    readonly desktopProjectId: string;
    readonly projectName: string;
    readonly entrypointId: string;
    readonly entrypointTitle: string;
    readonly source: RunSource;
    readonly at: number;
    /** JSON. */
    readonly mcpInput: string;
    readonly error: RecordedError;
  }
  | {
    readonly type: "status";
    readonly runId: string;
    readonly status: RecordedStatus;
    readonly at: number;
    /** JSON; the snapshot before stays where there is none. */
    readonly report?: string;
    readonly error?: RecordedError;
  }
  /** What the journal says of a run that nobody who records works on any more. */
  | {
    readonly type: "restored";
    readonly runId: string;
    readonly statuses: readonly RecordedStatusChange[];
    readonly submissions: readonly Submission[];
    /** JSON. */
    readonly report: string;
    readonly error?: RecordedError;
  }
  /** Its recorder has left a run that waits: it is nobody's until somebody goes on with it. */
  | { readonly type: "released"; readonly runId: string; readonly owner: string }
  | { readonly type: "report"; readonly runId: string; readonly report: string }
  | { readonly type: "submitted"; readonly runId: string; readonly submission: Submission }
  | { readonly type: "log"; readonly runId: string; readonly line: Omit<LogLine, "seq"> };
