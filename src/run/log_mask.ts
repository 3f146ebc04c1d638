import { createRedactor, type Redact } from "../connector/redactor.ts";

/** How many values are kept: a server that lives for weeks forgets the oldest. */
const MOST_VALUES = 1000;

/** Takes what must not be shown out of what project code prints. */
export class LogMask {
  #values: readonly string[] = [];
  #redact: Redact = (text) => text;

  /**
   * Masks more values from here on.
   *
   * @param values Such as those of granted credentials, or of a secret field.
   */
  add(values: readonly string[]): void {
    if (values.length === 0) return;
    this.#values = [...new Set([...this.#values, ...values])].slice(-MOST_VALUES);
    this.#redact = createRedactor(this.#values);
  }

  /**
   * Masks a text.
   *
   * @param text What project code printed.
   * @returns The same with `***` in the place of each value.
   */
  mask(text: string): string {
    return this.#redact(text);
  }
}
