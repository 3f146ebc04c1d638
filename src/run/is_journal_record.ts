import type { TokenUsage } from "../core/api.ts";
import type { Answer, InteractionRequest } from "../core/interaction.ts";
import type { ParamType } from "../core/spec.ts";
import { isRelatedKey } from "../core/related_key.ts";
import { isCount, isFields, isFinite, isText, isTextOrNull } from "./_shapes.ts";
import type { AnswerRecord, StepRecord } from "../store/journal/records.ts";

const FIELD_TYPES: ReadonlySet<unknown> = new Set<ParamType>([
  "string",
  "number",
  "boolean",
  "checkboxes",
  "file",
]);

/**
 * Tells whether a value is a step's record.
 *
 * @param value Anything that came from a worker.
 * @returns Whether it is one.
 */
export function isStepRecord(value: unknown): value is StepRecord {
  if (!isFields(value) || !isFields(value.outcome)) return false;
  const { outcome } = value;
  const isOutcome = outcome.ok === true ||
    (outcome.ok === false && isStepError(outcome.error) &&
      (outcome.final === undefined || typeof outcome.final === "boolean"));
  return isOutcome && (value.usage === undefined || isTokenUsage(value.usage)) && isText(value.key) &&
    isText(value.id) && isText(value.title) &&
    isTextOrNull(value.parent) &&
    isCount(value.startOrder) && isCount(value.endOrder) && isCount(value.attempts) &&
    isFinite(value.startedAt) && isFinite(value.finishedAt);
}

/**
 * Tells whether a value is how many tokens something took.
 *
 * @param value Anything that came from a worker.
 * @returns Whether it is one.
 */
export function isTokenUsage(value: unknown): value is TokenUsage {
  return isFields(value) && isCount(value.inputTokens) && isCount(value.outputTokens) &&
    isCount(value.totalTokens);
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
    isCount(value.startOrder) && isCount(value.endOrder) && isFinite(value.askedAt) &&
    isFinite(value.answeredAt);
}

/**
 * Tells whether a value is a question of a run's own: what related runs ask does not come from a worker, and is not to be
 * mistaken for what one has made up.
 *
 * @param value Anything that came from a worker.
 * @returns Whether it is one.
 */
export function isInteractionRequest(value: unknown): value is InteractionRequest {
  return isFields(value) && isText(value.key) && !isRelatedKey(value.key) && value.related === undefined &&
    isText(value.id) && isText(value.message) &&
    isTextOrNull(value.node) &&
    (value.kind === "ask" || value.kind === "approve") && Array.isArray(value.fields) &&
    value.fields.every(isField);
}

/**
 * Tells whether a value is an answer.
 *
 * @param value Anything that came from a worker.
 * @returns Whether it is one.
 */
export function isAnswer(value: unknown): value is Answer {
  return isFields(value) &&
    (value.action === "decline" || (value.action === "accept" && isFields(value.values)));
}

function isStepError(value: unknown): boolean {
  return isFields(value) && isText(value.name) && isText(value.message) &&
    (value.code === undefined || isText(value.code)) &&
    (value.errCode === undefined || Number.isSafeInteger(value.errCode));
}

function isField(value: unknown): boolean {
  return isFields(value) && isText(value.name) && FIELD_TYPES.has(value.type) &&
    [value.required, value.multiple, value.secret].every((flag) => typeof flag === "boolean");
}
