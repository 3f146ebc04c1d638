import { joinPath } from "../core/fault_path.ts";
import { showValue } from "../core/show_value.ts";
import type { Fault } from "../errors.ts";
import { nearest } from "../nearest.ts";

/** What one item of a list must be. */
export interface ItemRule {
  /** Says what is expected, after "expected ". */
  readonly expected: string;
  /** Whether a text is one; a text in return says what is wrong with it. */
  readonly check: (text: string) => boolean | string;
}

/** Reads one object of a manifest; what is wrong goes to a list of faults, and reading goes on. */
export class ManifestReader {
  readonly #values: Readonly<Record<string, unknown>>;
  readonly #path: string;
  readonly #faults: Fault[];

  constructor(values: Readonly<Record<string, unknown>>, path: string, faults: Fault[]) {
    this.#values = values;
    this.#path = path;
    this.#faults = faults;
  }

  /** The keys that are there. */
  get keys(): readonly string[] {
    return Object.keys(this.#values);
  }

  /** What a key holds. */
  get(key: string): unknown {
    return Object.hasOwn(this.#values, key) ? this.#values[key] : undefined;
  }

  /** Notes that something is wrong with a key, or with the item `index` of its list. */
  addFault(key: string, reason: string, index?: number): void {
    const path = joinPath(this.#path, key);
    this.#faults.push({ path: index === undefined ? path : joinPath(path, index), reason });
  }

  /** Notes every key that is not known; `remarks` explain some that people try. */
  checkKeys(known: readonly string[], remarks: Readonly<Record<string, string>> = {}): void {
    for (const key of this.keys) {
      if (known.includes(key)) continue;
      const meant = nearest(key, known.filter((name) => !this.keys.includes(name)));
      const hint = Object.hasOwn(remarks, key)
        ? remarks[key]
        : meant === undefined
        ? `expected one of ${known.join(", ")}`
        : `did you mean "${meant}"?`;
      this.addFault(key, `unknown key; ${hint}`);
    }
  }

  /** A text that is not empty. */
  readText(key: string): string | undefined {
    const value = this.get(key);
    if (value === undefined || (typeof value === "string" && value.trim() !== "")) return value;
    this.addFault(key, `found ${showValue(value)}, expected a text`);
    return undefined;
  }

  /** The reader of an object inside; `undefined` where it is absent or none. */
  readObject(key: string): ManifestReader | undefined {
    const value = this.get(key);
    if (value === undefined) return undefined;
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      return new ManifestReader(value as Record<string, unknown>, joinPath(this.#path, key), this.#faults);
    }
    this.addFault(key, `found ${showValue(value)}, expected an object`);
    return undefined;
  }

  /** A list of texts, each of which follows a rule; repeated ones once, empty where it is absent. */
  readList(key: string, { expected, check }: ItemRule): string[] {
    const value = this.get(key);
    if (value === undefined) return [];
    if (!Array.isArray(value)) {
      this.addFault(key, `found ${showValue(value)}, expected a list`);
      return [];
    }
    const items = new Set<string>();
    value.forEach((item: unknown, index) => {
      const verdict = typeof item === "string" && check(item);
      if (typeof item === "string" && verdict === true) {
        items.add(item);
        return;
      }
      const why = typeof verdict === "string" ? `: ${verdict}` : "";
      this.addFault(key, `found ${showValue(item)}, expected ${expected}${why}`, index);
    });
    return [...items];
  }
}
