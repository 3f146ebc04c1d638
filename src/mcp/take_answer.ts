import type { Answer, InteractionRequest } from "../core/interaction.ts";
import type { Fault } from "../errors.ts";
import { readFormAnswer, type ReadFormAnswerOptions } from "./form_answer.ts";
import { showFaults } from "./form_message.ts";

/** How often a question is put until it is left to another way of answering. */
const MOST_ATTEMPTS = 3;

/** What is to be done with what a client answered. */
export type TakenAnswer =
  | { readonly next: "answer"; readonly answer: Answer }
  /** Ask again, and say what was wrong. */
  | { readonly next: "ask"; readonly faults: readonly Fault[] }
  /** Leave the run waiting; a clause says why. */
  | { readonly next: "leave"; readonly why: string };

/** Options for {@linkcode takeAnswer}. */
export interface TakeAnswerOptions extends ReadFormAnswerOptions {
  /** How often the question has been put, this time included. */
  readonly attempt: number;
}

/**
 * Decides what comes of a client's answer to a form.
 *
 * @param request The question.
 * @param result The `ElicitResult` as the client sent it.
 * @param options How values are checked, and how often it was asked.
 * @returns What to do.
 */
export async function takeAnswer(
  request: InteractionRequest,
  result: unknown,
  { attempt, validate }: TakeAnswerOptions,
): Promise<TakenAnswer> {
  const answer = await readFormAnswer(request, result, { validate });
  switch (answer.action) {
    case "accept":
    case "decline":
      return { next: "answer", answer };
    case "cancel":
      return { next: "leave", why: "the form was closed without an answer" };
    case "invalid": {
      const { faults } = answer;
      if (attempt < MOST_ATTEMPTS) return { next: "ask", faults };
      return {
        next: "leave",
        why: `none of ${attempt} answers could be used (${showFaults(request, faults).join("; ")})`,
      };
    }
  }
}
