import type { Fault } from "../errors.ts";
import { toMessage } from "../errors.ts";
import { nearest } from "../nearest.ts";
import { joinPath } from "./fault_path.ts";
import { showList } from "./show_list.ts";
import { showValue } from "./show_value.ts";

/** The longest list that is read, so that a made-up length ends in a fault and not in a loop. */
const LONGEST_LIST = 10_000;

/** Where the object is and where its faults go. */
export interface Place {
  readonly path: string;
  /** Collects every fault of the whole definition. */
  readonly faults: Fault[];
}

/**
 * Reads one object of a definition: each property once, none inherited, a key that holds `undefined` as absent. What is
 * wrong goes to the list of faults, and reading goes on.
 */
export class ObjectReader {
  readonly #values: ReadonlyMap<string, unknown>;
  readonly #place: Place;

  private constructor(values: ReadonlyMap<string, unknown>, place: Place) {
    this.#values = values;
    this.#place = place;
  }

  /**
   * Takes an object in.
   *
   * @param value What should be an object.
   * @param place Where it is.
   * @returns Its reader, or `undefined` after a fault.
   */
  static open(value: unknown, place: Place): ObjectReader | undefined {
    const { path, faults } = place;
    try {
      if (!isObject(value)) {
        faults.push({ path, reason: `expected an object, found ${showValue(value)}` });
        return undefined;
      }
      if (!isPlain(value)) {
        faults.push({ path, reason: "expected a plain object, found an instance of a class" });
        return undefined;
      }
      return new ObjectReader(takeValues(value), place);
    } catch (error) {
      faults.push({ path, reason: `cannot be read: ${toMessage(error)}` });
      return undefined;
    }
  }

  /** The keys that are there, in their order. */
  get keys(): string[] {
    return [...this.#values.keys()];
  }

  /** What a key holds; `undefined` where it is absent. */
  get(key: string): unknown {
    return this.#values.get(key);
  }

  /** The place of what a key holds. */
  placeOf(key: string): Place {
    return { path: joinPath(this.#place.path, key), faults: this.#place.faults };
  }

  /** Notes that something is wrong with a key. */
  addFault(key: string, reason: string): void {
    this.#place.faults.push({ path: this.placeOf(key).path, reason });
  }

  /** Notes every key that is not among the known ones of `owner`, such as "an entrypoint". */
  checkKeys(known: readonly string[], owner: string): void {
    for (const key of this.keys) {
      if (known.includes(key)) continue;
      const meant = nearest(key, known.filter((name) => !this.#values.has(name)));
      const hint = meant === undefined ? `expected one of ${known.join(", ")}` : `did you mean "${meant}"?`;
      this.addFault(key, `unknown key of ${owner}; ${hint}`);
    }
  }

  /** A text for people: never empty nor blank. */
  readText(key: string): string | undefined {
    const value = this.get(key);
    if (value === undefined) return undefined;
    if (typeof value === "string" && value.trim() !== "") return value;
    const found = typeof value === "string" ? "an empty one" : showValue(value);
    this.addFault(key, `expected a text, found ${found}`);
    return undefined;
  }

  /** `true` or `false`. */
  readBoolean(key: string): boolean | undefined {
    const value = this.get(key);
    if (value === undefined || typeof value === "boolean") return value;
    this.addFault(key, `expected true or false, found ${showValue(value)}`);
    return undefined;
  }

  /** A finite number; -0 is read as 0, as JSON has it. */
  readNumber(key: string): number | undefined {
    const value = this.get(key);
    if (value === undefined) return undefined;
    if (typeof value === "number" && Number.isFinite(value)) return value + 0;
    this.addFault(key, `expected a number, found ${showValue(value)}`);
    return undefined;
  }

  /** A whole number from `least` to `greatest`. */
  readWholeNumber(
    key: string,
    { least, greatest }: { readonly least: number; readonly greatest: number },
  ): number | undefined {
    const value = this.get(key);
    if (value === undefined) return undefined;
    if (typeof value === "number" && Number.isInteger(value) && value >= least && value <= greatest) {
      return value + 0;
    }
    this.addFault(key, `expected a whole number from ${least} to ${greatest}, found ${showValue(value)}`);
    return undefined;
  }

  /** One of a few words. */
  readWord<W extends string>(key: string, words: readonly W[]): W | undefined {
    const value = this.get(key);
    if (value === undefined) return undefined;
    const word = words.find((candidate) => candidate === value);
    if (word !== undefined) return word;
    const meant = typeof value === "string" ? nearest(value, words) : undefined;
    const hint = meant === undefined ? "" : `; did you mean "${meant}"?`;
    this.addFault(key, `expected one of ${showList(words)}, found ${showValue(value)}${hint}`);
    return undefined;
  }

  /** The items of a list. */
  readList(key: string): readonly unknown[] | undefined {
    const value = this.get(key);
    if (value === undefined) return undefined;
    try {
      if (!Array.isArray(value)) {
        this.addFault(key, `expected a list, found ${showValue(value)}`);
        return undefined;
      }
      const { length } = value;
      if (length > LONGEST_LIST) {
        this.addFault(key, `expected at most ${LONGEST_LIST} items, found ${length}`);
        return undefined;
      }
      return Array.from({ length }, (_, index): unknown => value[index]);
    } catch (error) {
      this.addFault(key, `cannot be read: ${toMessage(error)}`);
      return undefined;
    }
  }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether nothing can be inherited but what every object has; also true for an object of another realm. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype ||
    (Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype as object, "hasOwnProperty"));
}

function takeValues(object: object): Map<string, unknown> {
  const values = new Map<string, unknown>();
  for (const key of Object.keys(object)) {
    const value: unknown = Reflect.get(object, key);
    if (value !== undefined) values.set(key, value);
  }
  return values;
}
