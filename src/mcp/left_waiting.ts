import type { InteractionRequest } from "../core/interaction.ts";
import { toFieldSummary } from "./field_summary.ts";
import type { ToolResult } from "./handlers.ts";
import { type ResultHead, toErrorResult } from "./result.ts";

/** Of a question that is a novel, the beginning is enough here. */
const SHOWN_QUESTION_LENGTH = 2000;

/** Options for {@linkcode toLeftWaiting}. */
export interface LeftWaitingOptions {
  readonly request: InteractionRequest;
  /** Why it is not answered, a clause that begins with a small letter: `this client shows no forms`. */
  readonly why: string;
  /** The command that answers it. */
  readonly resumeCommand: string;
}

/**
 * Makes the result of a call whose run waits for a person and cannot be answered by this client, or was not.
 *
 * @param run The run.
 * @param options The question, and what became of it.
 * @returns An error result, `interaction_required`, which says how to answer.
 */
export function toLeftWaiting(
  run: Omit<ResultHead, "status">,
  { request, why, resumeCommand }: LeftWaitingOptions,
): ToolResult {
  const { message, fields } = request;
  const question = message.length > SHOWN_QUESTION_LENGTH
    ? `${message.slice(0, SHOWN_QUESTION_LENGTH)}…`
    : message;
  return toErrorResult({ ...run, status: "waiting_for_input" }, {
    code: "interaction_required",
    message:
      `A person has to answer before this run goes on, but ${why}. Nothing has been decided: the run is kept, waiting. ` +
      `To answer, run this in a terminal: ${resumeCommand}\n\nThe question: ${question}`,
    fields: fields.map(toFieldSummary),
  });
}
