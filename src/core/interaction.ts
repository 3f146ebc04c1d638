/**
 * A pause of a run for a person, as plain data: what is asked, and what was answered. This crosses from the run worker to
 * the host, the journal and every way to answer.
 *
 * @module
 */
import type { ParamSpec, ParamValues } from "./spec.ts";

/** One field of a form, checked: a param that may be secret. */
export interface FieldSpec extends ParamSpec {
  /** Whether its value is never written nor shown. */
  readonly secret: boolean;
}

/** What a run asks of a person. */
export interface InteractionRequest {
  /** Names it within its run, the same when the run is resumed: the ids of the steps around it and its own. */
  readonly key: string;
  /** The id that the author gave. */
  readonly id: string;
  /** `approve` has the fields `approved` (a required boolean) and `reason`. */
  readonly kind: "ask" | "approve";
  /** What people read above the fields. */
  readonly message: string;
  readonly fields: readonly FieldSpec[];
  /** The id of the step inside which it is asked; null at the top. */
  readonly node: string | null;
  /** Which run of a related project asks it; absent where the run itself does. */
  readonly related?: RelatedQuestion;
}

/** Who asks what a run hands on to a person. */
export interface RelatedQuestion {
  /** What the run calls the project. */
  readonly alias: string;
  /** The run of that project. */
  readonly runId: string;
}

/** What a person answered. Someone who does neither leaves the run waiting. */
export type Answer =
  /** The values have passed the fields' rules; files are absolute paths. */
  | { readonly action: "accept"; readonly values: ParamValues }
  | { readonly action: "decline" };
