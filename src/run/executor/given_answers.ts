import type { AnswerRecord } from "../../store/journal/records.ts";
import type { GivenAnswer } from "../protocol.ts";

/** What a run was answered. It is not relied upon for it: what it says that people said would be in journal and report. */
export class GivenAnswers {
  readonly #given = new Map<string, GivenAnswer>();

  /** Takes in an answer that the run gets. */
  add(given: GivenAnswer): void {
    this.#given.set(given.key, given);
  }

  /**
   * Puts what was answered in the place of what the run says of it. It knows its files by links that end with it.
   *
   * @param record What the run says; values that it leaves out, as it does with secrets, stay out.
   * @returns What is to be written; undefined if nobody has answered that.
   */
  complete(record: AnswerRecord): AnswerRecord | undefined {
    const given = this.#given.get(record.request.key);
    if (!given) return undefined;
    const { answer, files } = given;
    if (answer.action !== "accept") return { ...record, answer, files };
    const told = record.answer.action === "accept" ? record.answer.values : {};
    const values = Object.entries(answer.values).filter(([name]) => Object.hasOwn(told, name));
    return { ...record, answer: { action: "accept", values: Object.fromEntries(values) }, files };
  }
}
