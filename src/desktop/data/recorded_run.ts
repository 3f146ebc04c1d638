import type { ParamValues } from "../../core/spec.ts";
import type { LogStream } from "../../run/protocol.ts";
import type { RunReport } from "../../run/report.ts";
import type { RunStatus } from "../../store/journal/run_status.ts";

/** What a recorded run is or came to. `refused`: a call that never became a run; its id begins with `refused-`. */
export type RecordedStatus = RunStatus | "refused";

/** Where a run was begun: by an MCP client, in the dashboard, or elsewhere, such as on the command line. */
export type RunSource = "mcp" | "dashboard" | "other";

/** What a list shows of a recorded run. Times are milliseconds since 1970. */
export interface RunSummary {
  readonly runId: string;
  readonly desktopProjectId: string;
  /** As it was when the run began: it outlives the project. */
  readonly projectName: string;
  readonly entrypointId: string;
  readonly entrypointTitle: string;
  readonly status: RecordedStatus;
  readonly source: RunSource;
  readonly startedAt: number;
  readonly finishedAt?: number;
  readonly durationMs?: number;
}

/** What a person answered to a question of a run. */
export interface Submission {
  /** The question's key in its journal. */
  readonly key: string;
  /** The question's id, as the author wrote it. */
  readonly id: string;
  readonly action: "accept" | "decline";
  /** What was filled in, secret fields left out; null for none. */
  readonly values: ParamValues | null;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** A status, and when the run took it, in milliseconds since 1970. */
export interface RecordedStatusChange {
  readonly status: RecordedStatus;
  readonly at: number;
}

/** Why a run did not succeed, or a call was refused. */
export interface RecordedError {
  readonly code: string;
  readonly message: string;
}

/** A recorded run with everything but its log. */
export interface RecordedRun extends RunSummary {
  /** The arguments of the call as the client gave them; null where there was no such call. */
  readonly mcpInput: unknown;
  /** What they became as arguments of the command line. */
  readonly cliArgs: readonly string[];
  /** What people answered, in order. */
  readonly submissions: readonly Submission[];
  /** Every status that it has had, in order. */
  readonly statuses: readonly RecordedStatusChange[];
  /** The newest snapshot, also while it runs or waits; null before the first. */
  readonly report: RunReport | null;
  readonly error?: RecordedError;
}

/** One line of a run's log. */
export interface LogLine {
  /** Counts from 1; a log that was cut has a gap. */
  readonly seq: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly stream: LogStream;
  /** The step that wrote it; null outside of steps. */
  readonly node: string | null;
  readonly text: string;
}
