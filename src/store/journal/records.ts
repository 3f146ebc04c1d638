import type { TokenUsage } from "../../core/api.ts";
import type { Answer, InteractionRequest } from "../../core/interaction.ts";
import type { RunFiles } from "./stored_run.ts";

/**
 * A step that has ended, as the journal keeps it. Orders count what begins and ends in a run, from 0: they tell what came
 * after what, which milliseconds do not.
 */
export interface StepRecord {
  /** Names the step within its run, the same when the run is resumed: the ids of the steps around it and its own. */
  readonly key: string;
  /** Its id in the report. */
  readonly id: string;
  readonly title: string;
  /** The report id of the step around it; null at the top. */
  readonly parent: string | null;
  readonly startOrder: number;
  readonly endOrder: number;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Milliseconds since 1970. */
  readonly finishedAt: number;
  readonly attempts: number;
  /** What it returned, or what its last attempt threw. */
  readonly outcome:
    | { readonly ok: true; readonly result: unknown }
    | {
      readonly ok: false;
      readonly error: StepErrorRecord;
      /** Whether the failure is what the step came to, so that it is never done again. @default false */
      readonly final?: boolean;
    };
  /** The tokens that it took, for a turn of a model. */
  readonly usage?: TokenUsage;
}

/** What the journal keeps of what a step threw. */
export interface StepErrorRecord {
  readonly name: string;
  readonly message: string;
  /** Of a `WorkflowError`: its code. */
  readonly code?: string;
  /** Of a business failure: the number given to `ctx.fail`. */
  readonly errCode?: number;
}

/** A question that was answered, as the journal keeps it. */
export interface AnswerRecord {
  readonly request: InteractionRequest;
  /** Without the values of secret fields: a run that needs one again asks again. */
  readonly answer: Answer;
  /** The files that its file fields name, imported. */
  readonly files: RunFiles;
  readonly startOrder: number;
  readonly endOrder: number;
  /** Milliseconds since 1970. */
  readonly askedAt: number;
  /** Milliseconds since 1970. */
  readonly answeredAt: number;
}

/** All that a resumed run need not do again. */
export interface Replay {
  readonly steps: readonly StepRecord[];
  readonly answers: readonly AnswerRecord[];
}

/** A question that waits for a person. */
export interface PendingInteraction {
  readonly request: InteractionRequest;
  readonly startOrder: number;
  /** Milliseconds since 1970; when it was asked first, also after the run was resumed. */
  readonly askedAt: number;
}
