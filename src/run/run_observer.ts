import type { Answer, InteractionRequest } from "../core/interaction.ts";
import type { EntrypointSpec } from "../core/spec.ts";
import type { StatusChange } from "../store/journal/run_status.ts";
import type { RunEvent } from "./protocol.ts";
import type { EndedReport, RunReport } from "./report.ts";

/** How a run was called. */
export interface ObservedCall {
  /** The arguments as an MCP client gave them; absent where none did. */
  readonly mcpInput?: unknown;
  /** The arguments of the command line. */
  readonly cliArgs: readonly string[];
}

/** A run that begins, or with which this process goes on. */
export interface ObservedRun {
  readonly runId: string;
  readonly entrypoint: EntrypointSpec;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Every status that it has had; the last one is its own. */
  readonly statuses: readonly StatusChange[];
  /** Absent where it was begun before. */
  readonly call?: ObservedCall;
  /** Gives the report as things stand. */
  readonly snapshot: () => RunReport;
}

/** What a person answered to a question of a run. */
export interface ObservedAnswer {
  readonly request: InteractionRequest;
  /** As it was given: the values of secret fields are in it, and must not be kept. */
  readonly answer: Answer;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Watches the runs of a host. Nothing waits for it, and it never throws. */
export interface RunObserver {
  /** A run begins, or this process has taken one over. */
  begun(run: ObservedRun): void;
  /** Something happens inside a run, or it prints something. */
  event(runId: string, event: RunEvent): void;
  /** A run asks, and waits for a person. */
  waiting(report: RunReport): void;
  /** A person has answered. */
  answered(runId: string, answer: ObservedAnswer): void;
  /** A run whose worker has waited goes on; at in milliseconds since 1970. */
  resumed(runId: string, at: number): void;
  /** A run that waits is left to its journal: somebody else may go on with it. */
  left(runId: string): void;
  /** A run has ended. */
  ended(report: EndedReport): void;
}
