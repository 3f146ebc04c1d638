import type { AgentUsage, TokenUsage } from "../core/api.ts";
import type { FieldSpec } from "../core/interaction.ts";
import type { ParamValues } from "../core/spec.ts";
import type { SourceLocation } from "../errors.ts";
import type { EndedStatus, RunStatus } from "../store/journal/run_status.ts";

export type { EndedStatus, RunStatus };

/** The version of {@linkcode RunReport}'s shape; raised when a reader of the old one would misread the new one. */
export const REPORT_VERSION = 1;

/** What a step is or came to. `cancelled` is a step that was cut off by the end of its run. */
export type NodeStatus = "running" | "success" | "failed" | "cancelled";

/** One step of a run. */
export interface ReportNode {
  /** The step's id, with `#2`, `#3` where it was repeated. */
  readonly id: string;
  readonly title: string;
  /** The id of the step inside which it was started; null at the top. */
  readonly parent: string | null;
  readonly status: NodeStatus;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** Milliseconds; up to now while it is running. */
  readonly durationMs: number;
  /** How often it was tried. */
  readonly attempts: number;
  /** What its last attempt threw. */
  readonly error?: { readonly message: string };
  /** The tokens that it took, for a turn of a model. */
  readonly usage?: TokenUsage;
}

/** Why a run did not succeed: the codes that a client sees. */
export type RunErrorCode =
  | "run_failed"
  | "business_error"
  | "cancelled"
  | "timeout"
  | "executor_crashed"
  | "file_rejected"
  | "interaction_declined";

/** What went wrong with a run, without its stack. */
export interface RunError {
  readonly code: RunErrorCode;
  readonly message: string;
  /** The number given to `ctx.fail`, for `business_error`. */
  readonly errCode?: number;
  /** Where in the author's source it was thrown, relative to the project folder; for the author, not for clients. */
  readonly location?: SourceLocation;
}

/** A question that a run asked, and what became of it. */
export interface ReportInteraction {
  readonly id: string;
  readonly kind: "ask" | "approve";
  readonly message: string;
  readonly fields: readonly FieldSpec[];
  /** ISO 8601, UTC. */
  readonly askedAt: string;
  /** ISO 8601, UTC; null while it waits. */
  readonly answeredAt: string | null;
  /** What the person did; null while it waits. */
  readonly action: "accept" | "decline" | null;
  /** What was answered, secret fields left out; null for none. */
  readonly values: ParamValues | null;
}

/** What a run did. */
export interface RunReport {
  readonly reportVersion: typeof REPORT_VERSION;
  readonly runId: string;
  readonly projectId: string;
  readonly entrypointId: string;
  readonly entrypointTitle: string;
  readonly status: RunStatus;
  /** Every status that the run has had, in order, with the time (ISO 8601, UTC) at which it began. */
  readonly statuses: readonly { readonly status: RunStatus; readonly at: string }[];
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** ISO 8601, UTC; null while it is running. */
  readonly finishedAt: string | null;
  readonly durationMs: number;
  readonly params: ParamValues;
  readonly nodes: readonly ReportNode[];
  /** The order in which steps followed each other: from a step to the one that was started after it had finished. */
  readonly edges: readonly { readonly from: string; readonly to: string }[];
  /** What the run asked of people, in order. */
  readonly interactions: readonly ReportInteraction[];
  /** What its agents took, all together and also before it was resumed; absent if it asked no model. */
  readonly usage?: AgentUsage;
  /** Why it did not succeed; null for a success. */
  readonly error: RunError | null;
  readonly result: {
    /** 0 for a success, the number given to `ctx.fail`, or 1 for every other failure. */
    readonly errCode: number;
    /** Empty for a success. */
    readonly errMsg: string;
    readonly data: {
      /** What `run` returned, `{}` when it returned nothing; null where there is none. */
      readonly output: unknown;
    };
  };
}

/** What a run that has ended did. */
export interface EndedReport extends RunReport {
  readonly status: EndedStatus;
}
