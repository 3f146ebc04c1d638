/**
 * Deep equality as `@std/assert` understands it. `node:util` would do but for two things that tests rely on: there an
 * object without a prototype (a row of `node:sqlite`) differs from a plain one, and 0 from -0.
 *
 * @param a One value.
 * @param b The other.
 * @returns Whether they are equal.
 */
export function equal(a: unknown, b: unknown): boolean {
  return new Comparison().compare(a, b);
}

class Comparison {
  /** Pairs under comparison, so that cycles end. */
  #open = new Map<unknown, unknown>();

  compare(a: unknown, b: unknown): boolean {
    if (a === b || Object.is(a, b)) return true;
    if (!isObject(a) || !isObject(b) || !samePrototype(a, b)) return false;
    if (this.#open.get(a) === b) return true;
    this.#open.set(a, b);
    if (a instanceof Date && b instanceof Date) return Object.is(a.getTime(), b.getTime());
    if (a instanceof RegExp || a instanceof URL || a instanceof URLSearchParams) {
      return String(a) === String(b);
    }
    if (a instanceof ArrayBuffer && b instanceof ArrayBuffer) {
      return this.compare(new Uint8Array(a), new Uint8Array(b));
    }
    if (a instanceof Map && b instanceof Map) return a.size === b.size && this.#sameMembers([...a], [...b]);
    if (a instanceof Set && b instanceof Set) return a.size === b.size && this.#sameMembers([...a], [...b]);
    return this.#sameProperties(a, b);
  }

  /** Members of maps and sets are equal in any order. */
  #sameMembers(a: unknown[], b: unknown[]): boolean {
    const left = [...b];
    return a.every((member) => {
      const index = left.findIndex((other) => this.compare(member, other));
      if (index >= 0) left.splice(index, 1);
      return index >= 0;
    });
  }

  #sameProperties(a: object, b: object): boolean {
    const keys = propertiesOf(a);
    if (keys.length !== propertiesOf(b).length) return false;
    return keys.every((key) =>
      Object.hasOwn(b, key) && this.compare(Reflect.get(a, key), Reflect.get(b, key))
    );
  }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function samePrototype(a: object, b: object): boolean {
  return (Object.getPrototypeOf(a) ?? Object.prototype) === (Object.getPrototypeOf(b) ?? Object.prototype);
}

/** What is compared of an object: its own enumerable properties, of an error also name, message and cause. */
function propertiesOf(value: object): PropertyKey[] {
  const own = Reflect.ownKeys(value).filter((key) => Object.prototype.propertyIsEnumerable.call(value, key));
  if (!(value instanceof Error)) return own;
  return [...new Set([...own, ...["message", "cause"].filter((key) => Object.hasOwn(value, key))])];
}
