import { showValue } from "../../../core/show_value.ts";
import { sizeFault } from "../../../store/rules.ts";
import { findNonJson } from "../find_non_json.ts";

/** Checks the arguments of one function of `ctx`, for messages that name both. */
export class Arguments {
  readonly #name: string;

  /** @param name The function, such as `ctx.kv.set`. */
  constructor(name: string) {
    this.#name = name;
  }

  /**
   * Refuses an argument.
   *
   * @param what Which one: "the key".
   * @param fault What is wrong with it; undefined when nothing is.
   * @throws {TypeError} If something is.
   */
  check(what: string, fault: string | undefined): void {
    if (fault !== undefined) throw new TypeError(`Cannot call ${this.#name}(): ${what} ${fault}`);
  }

  /**
   * Turns a value into JSON text.
   *
   * @param what Which one it is.
   * @param value Anything.
   * @returns The text.
   * @throws {TypeError} If the value is not JSON or too large.
   */
  toJson(what: string, value: unknown, most?: number): string {
    const found = findNonJson(value);
    if (found) {
      const place = found.path === "" ? "it" : `\`${found.path}\``;
      this.check(what, `must be JSON: ${place} is ${found.reason}`);
    }
    const json: string | undefined = JSON.stringify(value);
    if (json === undefined) {
      throw new TypeError(`Cannot call ${this.#name}(): ${what} must be JSON, found nothing`);
    }
    this.check(what, sizeFault(json, most));
    return json;
  }

  /**
   * Reads an options object.
   *
   * @param options Anything; undefined stands for none.
   * @returns The object.
   * @throws {TypeError} If it is something else.
   */
  options<T extends object>(options: T | undefined): Partial<T> {
    if (options === undefined) return {};
    const fits = typeof options === "object" && options !== null;
    this.check("the last argument", fits ? undefined : `must be an object, found ${showValue(options)}`);
    return options;
  }
}
