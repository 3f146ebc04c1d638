import type { TokenUsage } from "../core/api.ts";
import type { Answer, InteractionRequest } from "../core/interaction.ts";
import { isRelatedKey } from "../core/related_key.ts";
import { fits } from "../store/journal/fits.ts";
import { answer, interactionRequest, stepRecord } from "../store/journal/record_shapes.ts";
import type { AnswerRecord, StepRecord } from "../store/journal/records.ts";
import { isCount, isFields, isFinite } from "./_shapes.ts";

/**
 * Tells whether a value is a step's record.
 *
 * @param value Anything that came from a worker.
 * @returns Whether it is one.
 */
export function isStepRecord(value: unknown): value is StepRecord {
  if (!fits(stepRecord, value)) return false;
  const { startOrder, endOrder, attempts, startedAt, finishedAt, outcome, usage } = value;
  return [startOrder, endOrder, attempts].every(isCount) && [startedAt, finishedAt].every(isFinite) &&
    (usage === undefined || isTokenUsage(usage)) &&
    (outcome.ok || outcome.error.errCode === undefined || Number.isSafeInteger(outcome.error.errCode));
}

/**
 * Tells whether a value is how many tokens something took.
 *
 * @param value Anything that came from a worker.
 * @returns Whether it is one.
 */
export function isTokenUsage(value: unknown): value is TokenUsage {
  return isFields(value) && [value.inputTokens, value.outputTokens, value.totalTokens].every(isCount);
}

/**
 * Tells whether a value is an answer's record.
 *
 * @param value Anything that came from a worker.
 * @returns Whether it is one.
 */
export function isAnswerRecord(value: unknown): value is AnswerRecord {
  return isFields(value) && isInteractionRequest(value.request) && isAnswer(value.answer) &&
    isFields(value.files) &&
    [value.startOrder, value.endOrder].every(isCount) && [value.askedAt, value.answeredAt].every(isFinite);
}

/**
 * Tells whether a value is a question of a run's own: what related runs ask does not come from a worker, and is not to be
 * mistaken for what one has made up.
 *
 * @param value Anything that came from a worker.
 * @returns Whether it is one.
 */
export function isInteractionRequest(value: unknown): value is InteractionRequest {
  return fits(interactionRequest, value) && value.related === undefined && !isRelatedKey(value.key) &&
    value.fields.every(({ type }) => type !== "positional");
}

/**
 * Tells whether a value is an answer.
 *
 * @param value Anything that came from a worker.
 * @returns Whether it is one.
 */
export function isAnswer(value: unknown): value is Answer {
  return fits(answer, value);
}
