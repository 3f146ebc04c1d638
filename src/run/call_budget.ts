/** As many calls of one run are with its host at a time. */
const MOST_CALLS = 1_000;
/** As long may the params of one call be, in characters of JSON: its host has other runs to serve, and reads them at one go. */
const LONGEST_CALL = 32 * 1024 * 1024;
/** As long may those of all calls be that are with the host. */
const MOST_CHARACTERS = 2 * LONGEST_CALL;

/** How much one run asks of its host at a time: the host keeps all of it until it has answered. */
export class CallBudget {
  /** As long may the params of one call be, in characters of JSON. */
  static readonly longest: number = LONGEST_CALL;
  #calls = 0;
  #characters = 0;

  /**
   * Takes a part of it.
   *
   * @param size The length of a call's params, in characters of JSON.
   * @returns Whether there was enough left; if not, nothing is taken.
   */
  take(size: number): boolean {
    const fits = this.#calls < MOST_CALLS && size <= LONGEST_CALL &&
      this.#characters + size <= MOST_CHARACTERS;
    if (!fits) return false;
    this.#calls++;
    this.#characters += size;
    return true;
  }

  /**
   * Gives a part back.
   *
   * @param size What was taken.
   */
  giveBack(size: number): void {
    this.#calls--;
    this.#characters -= size;
  }
}
