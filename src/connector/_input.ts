import { nearest } from "../nearest.ts";
import { joinPath } from "../core/fault_path.ts";
import type { McpServerErrorReason, McpServerFault } from "./mcp_server_error.ts";

/** The longest list that is read, so that a made-up length ends in a fault and not in a loop. */
const LONGEST_LIST = 10_000;

/** What a fault has beside its place. */
export interface Rule {
  readonly reason: McpServerErrorReason;
  /** What was expected; what was found is added. */
  readonly expected: string;
}

/**
 * Reads what a host or a configuration gave: each property once, into values of our own, so that a getter or a proxy in it can
 * do no more than cause a fault. Faults are collected, and reading goes on.
 */
export class Input {
  /** Every broken rule so far, in the order of the input. */
  readonly faults: McpServerFault[] = [];

  /** Notes that a rule is broken. */
  addFault(path: string, reason: McpServerErrorReason, message: string): void {
    this.faults.push({ path, reason, message });
  }

  /** Notes what was found in the place of what was expected. Nothing of a text is shown: it may be a credential. */
  addMismatch(path: string, value: unknown, { reason, expected }: Rule): void {
    this.addFault(path, reason, `expected ${expected}, found ${nameKind(value)}`);
  }

  /** The own properties of an object; `undefined` after a fault. A key that holds `undefined` is absent. */
  readObject(path: string, value: unknown, rule: Rule): ReadonlyMap<string, unknown> | undefined {
    return this.#read(path, () => {
      if (typeof value !== "object" || value === null || Array.isArray(value)) {
        this.addMismatch(path, value, rule);
        return undefined;
      }
      const entries = Object.keys(value).map((key): [string, unknown] => [key, Reflect.get(value, key)]);
      return new Map(entries.filter(([, held]) => held !== undefined));
    });
  }

  /** The items of a list; `undefined` after a fault. */
  readList(path: string, value: unknown, rule: Rule): readonly unknown[] | undefined {
    return this.#read(path, () => {
      if (!Array.isArray(value)) {
        this.addMismatch(path, value, rule);
        return undefined;
      }
      const { length } = value;
      if (length > LONGEST_LIST) {
        this.addFault(path, rule.reason, `expected at most ${LONGEST_LIST} items, found ${length}`);
        return undefined;
      }
      return Array.from({ length }, (_, index): unknown => value[index]);
    });
  }

  /** Notes every key that is not among the known ones. */
  checkKeys(path: string, keys: Iterable<string>, known: readonly string[]): void {
    for (const key of keys) {
      if (known.includes(key)) continue;
      const meant = nearest(key, known);
      const hint = meant === undefined ? `expected one of ${known.join(", ")}` : `did you mean "${meant}"?`;
      this.addFault(joinPath(path, key), "unknown_key", `unknown key; ${hint}`);
    }
  }

  #read<T>(path: string, read: () => T): T | undefined {
    try {
      return read();
    } catch {
      this.addFault(path, "unreadable", "cannot be read: it throws");
      return undefined;
    }
  }
}

/** Says what a value is without showing it. */
function nameKind(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (value === "") return "an empty text";
  try {
    if (Array.isArray(value)) return "a list";
  } catch {
    return "an object that cannot be read"; // A revoked proxy.
  }
  const kinds: Partial<Record<string, string>> = {
    string: "a text",
    object: "an object",
    bigint: "a BigInt",
    boolean: "true or false",
  };
  return kinds[typeof value] ?? `a ${typeof value}`;
}
