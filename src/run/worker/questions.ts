import type { Answer, FieldSpec, InteractionRequest } from "../../core/interaction.ts";
import { type Form, parseApproval, parseForm } from "../../core/parse_form.ts";
import { withoutSecrets } from "../../core/without_secrets.ts";
import { WorkflowError } from "../../errors.ts";
import type { AnswerRecord } from "../../store/journal/records.ts";
import type { FromWorker, GivenAnswer } from "../protocol.ts";
import { toManagedFiles } from "./managed_file.ts";
import type { RunJournal } from "./run_journal.ts";
import type { Scopes } from "./scopes.ts";

/** What the questions of a run need from it. */
export interface QuestionsOptions {
  readonly post: (message: FromWorker) => void;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly journal: RunJournal;
  readonly scopes: Scopes;
  /** What was answered while no worker was there to take it. */
  readonly given: readonly GivenAnswer[];
}

/** What a run asks of people: each question once, however often the run is resumed. */
export class Questions {
  readonly #options: QuestionsOptions;
  readonly #given: Map<string, GivenAnswer>;
  readonly #waiting = new Map<string, PromiseWithResolvers<GivenAnswer>>();

  constructor(options: QuestionsOptions) {
    this.#options = options;
    this.#given = new Map(options.given.map((answer) => [answer.key, answer]));
  }

  /**
   * Asks a person to fill in a form; see `RunContext.ask`.
   *
   * @throws {WorkflowError} `interaction_declined` if the person declines; `invalid_definition` if the form is wrong.
   */
  async ask(id: string, form: unknown): Promise<Record<string, unknown>> {
    checkId(id);
    const { answer, files } = await this.#question({ id, kind: "ask", form: parseForm(id, form) });
    if (answer.action === "accept") return { ...answer.values, ...toManagedFiles(files) };
    throw new WorkflowError("interaction_declined", `The question ${JSON.stringify(id)} was declined`);
  }

  /** Asks a person for a decision; see `RunContext.approve`. */
  async approve(id: string, question: unknown): Promise<{ approved: boolean; reason?: string }> {
    checkId(id);
    const { answer } = await this.#question({ id, kind: "approve", form: parseApproval(id, question) });
    if (answer.action === "decline") return { approved: false };
    const { approved, reason } = answer.values;
    return { approved: approved === true, ...(typeof reason === "string" ? { reason } : {}) };
  }

  /** Takes in an answer. One that nothing waits for is dropped. */
  receive(answer: GivenAnswer): void {
    this.#waiting.get(answer.key)?.resolve(answer);
    this.#waiting.delete(answer.key);
  }

  async #question(
    { id, kind, form }: { id: string; kind: "ask" | "approve"; form: Form },
  ): Promise<Pick<AnswerRecord, "answer" | "files">> {
    const { journal, scopes } = this.#options;
    const key = scopes.takeKey(id, "question");
    const known = journal.takeAnswer(key);
    if (known) return known;
    const fields = form.fields.map(withoutSecretDefault);
    const { answer, files } = await this.#put({
      key,
      id,
      kind,
      ...form,
      fields,
      node: scopes.current?.id ?? null,
    });
    return { answer: withSecretDefaults(form, answer), files };
  }

  async #put(request: InteractionRequest): Promise<Pick<AnswerRecord, "answer" | "files">> {
    const { post, now, journal } = this.#options;
    const startOrder = journal.nextOrder();
    const askedAt = now();
    post({ type: "event", event: { type: "asked", request, at: askedAt } });
    const { answer, files } = await this.#await({ request, startOrder, askedAt });
    const kept = withoutSecrets(answer, request.fields);
    const answeredAt = now();
    const endOrder = journal.nextOrder();
    await journal.writeAnswer({ request, answer: kept, files, startOrder, endOrder, askedAt, answeredAt });
    post({ type: "event", event: { type: "answered", key: request.key, answer: kept, at: answeredAt } });
    return { answer, files };
  }

  async #await(asked: Pick<AnswerRecord, "request" | "startOrder" | "askedAt">): Promise<GivenAnswer> {
    const { key } = asked.request;
    const given = this.#given.get(key);
    this.#given.delete(key);
    if (given) return given;
    const waiting = Promise.withResolvers<GivenAnswer>();
    this.#waiting.set(key, waiting);
    this.#options.post({ type: "ask", ...asked });
    return await waiting.promise;
  }
}

/** A secret field's default is as secret as its value: it stays here. */
function withoutSecretDefault(field: FieldSpec): FieldSpec {
  if (!field.secret) return field;
  const { default: _, ...rest } = field;
  return rest;
}

/** Fills in the defaults that whoever asked did not know. */
function withSecretDefaults({ fields }: Form, answer: Answer): Answer {
  if (answer.action === "decline") return answer;
  const values = new Map(Object.entries(answer.values));
  for (const { name, secret, multiple, default: fallback } of fields) {
    const value = values.get(name);
    const isLeftOut = value === undefined || (multiple && Array.isArray(value) && value.length === 0);
    if (secret && isLeftOut && fallback !== undefined) values.set(name, fallback);
  }
  return { action: "accept", values: Object.fromEntries(values) };
}

function checkId(id: unknown): void {
  if (typeof id === "string" && id !== "" && id.length <= 200) return;
  throw new TypeError("Cannot ask: the question's id must be a text of 1 to 200 characters");
}
