import type { TokenUsage } from "../../core/api.ts";
import type { Answer, FieldSpec, InteractionRequest, RelatedQuestion } from "../../core/interaction.ts";
import type { ParamValues } from "../../core/spec.ts";
import { PARAM, paramValues } from "./_entrypoint_shape.ts";
import {
  boolean,
  json,
  list,
  nullable,
  number,
  object,
  optional,
  type Reader,
  ShapeError,
  text,
  word,
} from "./_shape.ts";
import { runFiles } from "./_run_files_shape.ts";
import type { AnswerRecord, PendingInteraction, StepErrorRecord, StepRecord } from "./records.ts";

const outcome: Reader<StepRecord["outcome"]> = (value, path) => {
  const { ok } = object<{ ok: boolean }>({ ok: boolean })(value, path);
  // A step that returns nothing has no result in JSON.
  if (ok) return { ok, result: object<{ result: unknown }>({ result: json })(value, path).result };
  const { error, final } = object<{ error: StepErrorRecord; final?: boolean }>({
    error: object<StepErrorRecord>({
      name: text,
      message: text,
      code: optional(text),
      errCode: optional(number),
    }),
    final: optional(boolean),
  })(value, path);
  return { ok, error, ...(final ? { final } : {}) };
};

/** Reads a step. */
export const stepRecord: Reader<StepRecord> = object<StepRecord>({
  key: text,
  id: text,
  title: text,
  parent: nullable(text),
  startOrder: number,
  endOrder: number,
  startedAt: number,
  finishedAt: number,
  attempts: number,
  outcome,
  usage: optional(object<TokenUsage>({ inputTokens: number, outputTokens: number, totalTokens: number })),
});

/** Reads what was asked. */
export const interactionRequest: Reader<InteractionRequest> = object<InteractionRequest>({
  key: text,
  id: text,
  kind: word<InteractionRequest["kind"]>({ ask: true, approve: true }),
  message: text,
  fields: list(object<FieldSpec>({ ...PARAM, secret: boolean })),
  node: nullable(text),
  related: optional(object<RelatedQuestion>({ alias: text, runId: text })),
});

/** Reads what was answered. */
export function answer(value: unknown, path: string): Answer {
  const { action } = object<{ action: string }>({ action: text })(value, path);
  switch (action) {
    case "accept":
      return { action, values: object<{ values: ParamValues }>({ values: paramValues })(value, path).values };
    case "decline":
      return { action };
    default:
      throw new ShapeError(`${path}.action: expected accept or decline`);
  }
}

/** Reads what was asked, as the `question` column has it. */
export const question: Reader<Omit<PendingInteraction, "askedAt">> = object<
  Omit<PendingInteraction, "askedAt">
>({ request: interactionRequest, startOrder: number });

/** What the `answer` column holds. */
export type AnswerPart = Pick<AnswerRecord, "answer" | "files" | "endOrder" | "answeredAt">;

/** Reads what was answered, as the `answer` column has it. */
export const answerPart: Reader<AnswerPart> = object<AnswerPart>({
  answer,
  files: runFiles,
  endOrder: number,
  answeredAt: number,
});
