import type { AnswerRecord, Replay, StepRecord } from "../../store/journal/records.ts";
import type { FromWorker } from "../protocol.ts";

/** What the journal has of a run, and the way to add to it. */
export class RunJournal {
  readonly #post: (message: FromWorker) => void;
  readonly #steps: ReadonlyMap<string, StepRecord>;
  readonly #answers: ReadonlyMap<string, AnswerRecord>;
  readonly #taken = new Set<string>();
  readonly #written = new Map<number, PromiseWithResolvers<void>>();
  /** The greatest start of anything that the journal has. */
  readonly #latestStart: number;
  #order: number;

  /**
   * @param replay What the journal has; nothing for a new run.
   * @param post Sends what is to be written to the executor.
   */
  constructor(replay: Replay, post: (message: FromWorker) => void) {
    this.#post = post;
    this.#steps = new Map(replay.steps.map((step) => [step.key, step]));
    this.#answers = new Map(replay.answers.map((answer) => [answer.request.key, answer]));
    const all = [...replay.steps, ...replay.answers];
    this.#latestStart = all.reduce((latest, { startOrder }) => Math.max(latest, startOrder), -1);
    this.#order = all.reduce((latest, { endOrder }) => Math.max(latest, endOrder), this.#latestStart) + 1;
  }

  /** The report ids of all steps that the journal has. */
  get stepIds(): string[] {
    return Array.from(this.#steps.values(), (step) => step.id);
  }

  /** The report id of a step that the journal has, also of one that has to be done again; undefined of a new one. */
  idOf(key: string): string | undefined {
    return this.#steps.get(key)?.id;
  }

  /** The next number in the order of what begins and ends in the run. */
  nextOrder(): number {
    return this.#order++;
  }

  /**
   * What a step came to before, so that it is not done again. A step whose failure ended the run is done again; one whose
   * failure the workflow went on from failed for good, and so did one that says so.
   *
   * @param key The step's key.
   * @returns Its record, or undefined if it has to be done.
   */
  takeStep(key: string): StepRecord | undefined {
    const step = this.#steps.get(key);
    if (!step || this.#mustBeDoneAgain(step)) return undefined;
    this.#taken.add(key);
    return step;
  }

  /**
   * What a person answered before. A form with a secret field is asked again: what was answered was never written.
   *
   * @param key The question's key.
   * @returns The answer, or undefined if it has to be asked.
   */
  takeAnswer(key: string): AnswerRecord | undefined {
    const record = this.#answers.get(key);
    if (!record) return undefined;
    this.#taken.add(key);
    const asksSecrets = record.answer.action === "accept" &&
      record.request.fields.some(({ secret }) => secret);
    return asksSecrets ? undefined : record;
  }

  /**
   * Writes down what a step came to.
   *
   * @param record The step.
   * @returns Resolves when it is in the journal.
   */
  writeStep(record: StepRecord): Promise<void> {
    // What an earlier attempt did inside of it need not happen again.
    if (record.outcome.ok || record.outcome.final) this.#taken.add(record.key);
    return this.#write(record.endOrder, { type: "step", record });
  }

  /**
   * Writes down what a person answered.
   *
   * @param record The answer, without the values of secret fields.
   * @returns Resolves when it is in the journal.
   */
  writeAnswer(record: AnswerRecord): Promise<void> {
    return this.#write(record.endOrder, { type: "answer", record });
  }

  /** Takes in that the record with this end is in the journal. */
  written(order: number): void {
    this.#written.get(order)?.resolve();
    this.#written.delete(order);
  }

  /**
   * What the journal has and the workflow no longer did, now that it has come to its end.
   *
   * @returns The id of the first such step or question, or undefined if there is none.
   */
  findLeftOver(): string | undefined {
    const steps = this.#steps.values().filter((step) =>
      !this.#mustBeDoneAgain(step) && !this.#isDone(step.key)
    );
    const answers = this.#answers.values().filter(({ request }) => !this.#isDone(request.key));
    const [first] = [...steps, ...answers.map(({ request, startOrder }) => ({ id: request.id, startOrder }))]
      .sort((a, b) => a.startOrder - b.startOrder);
    return first?.id;
  }

  /** Whether it was taken from the journal itself, or lies inside a step that was. */
  #isDone(key: string): boolean {
    for (let end = key.length; end > 0; end = key.lastIndexOf("/", end - 1)) {
      if (this.#taken.has(key.slice(0, end))) return true;
    }
    return false;
  }

  #mustBeDoneAgain({ outcome, endOrder }: StepRecord): boolean {
    return !outcome.ok && !outcome.final && this.#latestStart < endOrder;
  }

  #write(order: number, message: FromWorker): Promise<void> {
    const written = Promise.withResolvers<void>();
    this.#written.set(order, written);
    this.#post(message);
    return written.promise;
  }
}
