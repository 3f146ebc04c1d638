import { isRelatedKey } from "../../core/related_key.ts";
import type { GivenAnswer } from "../protocol.ts";

/** What a run asks of people for runs of related projects: the answers go to those, and never to its own worker. */
export class RelatedQuestions {
  readonly #waiting = new Map<string, PromiseWithResolvers<GivenAnswer>>();
  /** Answers that came before their questions were asked again. */
  readonly #given = new Map<string, GivenAnswer>();

  /**
   * Takes in an answer, if it is to a question of a related run.
   *
   * @param answer The answer.
   * @returns Whether it is.
   */
  give(answer: GivenAnswer): boolean {
    const { key } = answer;
    if (!isRelatedKey(key)) return false;
    const waiting = this.#waiting.get(key);
    this.#waiting.delete(key);
    if (waiting) waiting.resolve(answer);
    else this.#given.set(key, answer);
    return true;
  }

  /** Takes out an answer that is there already. */
  take(key: string): GivenAnswer | undefined {
    const given = this.#given.get(key);
    this.#given.delete(key);
    return given;
  }

  /** Waits for the answer to a question. */
  async wait(key: string): Promise<GivenAnswer> {
    const waiting = this.#waiting.get(key) ?? Promise.withResolvers<GivenAnswer>();
    this.#waiting.set(key, waiting);
    return await waiting.promise;
  }

  /** Lets nobody wait any more: whoever did asked for a worker that is gone, and the next one asks again. */
  forgetWaiting(): void {
    this.#waiting.clear();
  }
}
