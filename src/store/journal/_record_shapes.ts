import type { TokenUsage } from "../../core/api.ts";
import type { Answer, FieldSpec, InteractionRequest } from "../../core/interaction.ts";
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
import type { AnswerRecord, PendingInteraction, StepRecord } from "./records.ts";

type StepFailure = Extract<StepRecord["outcome"], { readonly ok: false }>["error"];

const outcome: Reader<StepRecord["outcome"]> = (value, path) => {
  const { ok } = object<{ ok: boolean }>({ ok: boolean })(value, path);
  // A step that returns nothing has no result in JSON.
  if (ok) return { ok, result: object<{ result: unknown }>({ result: json })(value, path).result };
  const { error, final } = object<{ error: StepFailure; final?: boolean }>({
    error: object<StepFailure>({
      name: text,
      message: text,
      // Codes of a later version stay what they are.
      code: optional(text as Reader<NonNullable<StepFailure["code"]>>),
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

const request: Reader<InteractionRequest> = object<InteractionRequest>({
  key: text,
  id: text,
  kind: word<InteractionRequest["kind"]>({ ask: true, approve: true }),
  message: text,
  fields: list(object<FieldSpec>({ ...PARAM, secret: boolean })),
  node: nullable(text),
});

const answer: Reader<Answer> = (value, path) => {
  const { action } = object<{ action: string }>({ action: text })(value, path);
  switch (action) {
    case "accept":
      return { action, values: object<{ values: ParamValues }>({ values: paramValues })(value, path).values };
    case "decline":
      return { action };
    default:
      throw new ShapeError(`${path}.action: expected accept or decline`);
  }
};

/** Reads what was asked, as the `question` column has it. */
export const question: Reader<Omit<PendingInteraction, "askedAt">> = object<
  Omit<PendingInteraction, "askedAt">
>({ request, startOrder: number });

/** What the `answer` column holds. */
export type AnswerPart = Pick<AnswerRecord, "answer" | "files" | "endOrder" | "answeredAt">;

/** Reads what was answered, as the `answer` column has it. */
export const answerPart: Reader<AnswerPart> = object<AnswerPart>({
  answer,
  files: runFiles,
  endOrder: number,
  answeredAt: number,
});
