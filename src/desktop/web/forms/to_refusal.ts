import { type Fault, toMessage, WorkflowError } from "../../../errors.ts";

/** Why what a person has entered was refused. */
export interface Refusal {
  /** What is wrong with single values. */
  readonly faults: readonly Fault[];
  /** What is wrong as a whole. */
  readonly problem?: string;
}

/**
 * Tells a form why what was entered into it was refused.
 *
 * @param error What was thrown.
 * @returns The faults of single values, or the problem as a whole.
 */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof WorkflowError && error.faults.length > 0) return { faults: error.faults };
  return { faults: [], problem: toMessage(error) };
}
