import type { FieldSpec, InteractionRequest } from "../../core/interaction.ts";
import { withoutSecrets } from "../../core/without_secrets.ts";
import type { JournalDatabase } from "./_database.ts";
import { type AnswerPart, answerPart, question, stepRecord } from "./record_shapes.ts";
import type { Row } from "./_run_shapes.ts";
import { readJson } from "./_shape.ts";
import { whyNotWritable, WRITABLE } from "./_writable.ts";
import type { AnswerRecord, PendingInteraction, Replay, StepRecord } from "./records.ts";

const RECORD_STEP = `insert into steps (run_id, key, record) select id, ?3, ?4 from runs where ${WRITABLE}
  on conflict (run_id, key) do update set record = excluded.record`;

/** A question that is open stays as old as it is, and so does its nonce; one that was answered is asked anew. */
const OPEN_INTERACTION = `insert into interactions (run_id, key, asked_at, question)
  select id, ?3, ?4, ?5 from runs where ${WRITABLE}
  on conflict (run_id, key) do update set question = excluded.question, answer = null,
    asked_at = iif(answer is null, asked_at, excluded.asked_at), nonce = iif(answer is null, nonce, null)`;

const RECORD_ANSWER = `insert into interactions (run_id, key, asked_at, question, answer)
  select id, ?3, ?4, ?5, ?6 from runs where ${WRITABLE}
  on conflict (run_id, key) do update set question = excluded.question, answer = excluded.answer,
    asked_at = excluded.asked_at, nonce = null`;

const INTERACTIONS =
  "select key, asked_at, question, answer from interactions where run_id = ? and answer is";

/** What the runs of the journal have done and asked. */
export class Records {
  readonly #db: JournalDatabase;

  constructor(db: JournalDatabase) {
    this.#db = db;
  }

  recordStep(runId: string, step: StepRecord): void {
    const values = [JSON.stringify(step.key), JSON.stringify(step)] as const;
    this.#write(RECORD_STEP, { runId, values });
  }

  openInteraction(runId: string, { request, startOrder, askedAt }: PendingInteraction): void {
    const values = [JSON.stringify(request.key), askedAt, toQuestion(request, startOrder)] as const;
    this.#write(OPEN_INTERACTION, { runId, values });
  }

  recordAnswer(runId: string, record: AnswerRecord): void {
    const { request, files, startOrder, askedAt, endOrder, answeredAt } = record;
    const part: AnswerPart = {
      answer: withoutSecrets(record.answer, record.request.fields),
      files,
      endOrder,
      answeredAt,
    };
    const key = JSON.stringify(request.key);
    const values = [key, askedAt, toQuestion(request, startOrder), JSON.stringify(part)] as const;
    this.#write(RECORD_ANSWER, { runId, values });
  }

  replay(runId: string): Replay {
    this.#checkExists(runId);
    const steps = this.#db.statement("select key, record from steps where run_id = ? order by rowid").all(
      runId,
    )
      .map(({ key, record }) => readJson(record, { reader: stepRecord, name: `step ${key}` }));
    const answers = this.#db.statement(`${INTERACTIONS} not null order by rowid`).all(runId)
      .map((row): AnswerRecord => ({
        ...toPending(row),
        ...readJson(row.answer, { reader: answerPart, name: `answer to ${row.key}` }),
      }));
    return { steps: steps.sort(byStart), answers: answers.sort(byStart) };
  }

  pending(runId: string): PendingInteraction[] {
    return this.#db.statement(`${INTERACTIONS} null order by rowid`).all(runId).map(toPending).sort(byStart);
  }

  #write(sql: string, { runId, values }: { runId: string; values: readonly (string | number)[] }): void {
    const { changes } = this.#db.statement(sql).run(runId, this.#db.owner, ...values);
    if (changes === 0) throw whyNotWritable(this.#db, runId);
  }

  #checkExists(runId: string): void {
    if (this.#db.statement("select 1 from runs where id = ?").get(runId) === undefined) {
      throw new Error("there is no such run");
    }
  }
}

function toPending(row: Row): PendingInteraction {
  const { request, startOrder } = readJson(row.question, { reader: question, name: `question ${row.key}` });
  return { request, startOrder, askedAt: Number(row.asked_at) };
}

/** A secret field's default is as secret as its value. */
function toQuestion(request: InteractionRequest, startOrder: number): string {
  const fields = request.fields.map((field): FieldSpec => {
    if (!field.secret) return field;
    const { default: _, ...rest } = field;
    return rest;
  });
  return JSON.stringify({ request: { ...request, fields }, startOrder });
}

function byStart(a: { readonly startOrder: number }, b: { readonly startOrder: number }): number {
  return a.startOrder - b.startOrder;
}
