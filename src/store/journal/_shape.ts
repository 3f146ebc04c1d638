/** Reads a value that may be anything: returns it as what it should be, or throws and says where it is not. */
export type Reader<T> = (value: unknown, path: string) => T;

/** Marks a property that may be absent. */
export interface Optional<T> {
  readonly optional: Reader<T>;
}

/** A reader for each property: one that is forgotten, or taken for required, fails to compile. */
export type Shape<T> = {
  readonly [K in keyof T]-?: Partial<Pick<T, K>> extends Pick<T, K> ? Optional<NonNullable<T[K]>>
    : Reader<T[K]>;
};

/** What a reader throws. */
export class ShapeError extends Error {}

/** Takes everything. */
export function json(value: unknown): unknown {
  return value;
}

/** Takes a text. */
export function text(value: unknown, path: string): string {
  if (typeof value !== "string") throw wrong(value, { path, expected: "a text" });
  return value;
}

/** Takes a number. */
export function number(value: unknown, path: string): number {
  if (typeof value !== "number") throw wrong(value, { path, expected: "a number" });
  return value;
}

/** Takes `true` or `false`. */
export function boolean(value: unknown, path: string): boolean {
  if (typeof value !== "boolean") throw wrong(value, { path, expected: "true or false" });
  return value;
}

/** Takes one of a few words: all that the type has, or it fails to compile. */
export function word<W extends string>(words: Readonly<Record<W, true>>): Reader<W> {
  return (value, path) => {
    if (typeof value === "string" && Object.hasOwn(words, value)) return value as W;
    throw wrong(value, { path, expected: `one of ${Object.keys(words).join(", ")}` });
  };
}

/** Takes null as well. */
export function nullable<T>(reader: Reader<T>): Reader<T | null> {
  return (value, path) => value === null ? null : reader(value, path);
}

/** Takes a list. */
export function list<T>(item: Reader<T>): Reader<readonly T[]> {
  return (value, path) => {
    if (!Array.isArray(value)) throw wrong(value, { path, expected: "a list" });
    return value.map((one, index) => item(one, `${path}[${index}]`));
  };
}

/** Takes a single one, or a list. */
export function oneOrMore<T>(item: Reader<T>): Reader<T | readonly T[]> {
  return (value, path) => Array.isArray(value) ? list(item)(value, path) : item(value, path);
}

/** Takes an object with any keys. */
export function record<T>(item: Reader<T>): Reader<Readonly<Record<string, T>>> {
  return (value, path) =>
    Object.fromEntries(
      Object.entries(fields(value, path)).map(([key, one]) => [key, item(one, `${path}.${key}`)]),
    );
}

/** Takes an object with known keys; what else it has, from a later version, stays. */
export function object<T extends object>(shape: Shape<T>): Reader<T> {
  const readers = Object.entries<Reader<unknown> | Optional<unknown>>(shape);
  return (value, path) => {
    const found = fields(value, path);
    const checked = readers.flatMap(([key, reader]): [string, unknown][] => {
      const one = Object.hasOwn(found, key) ? found[key] : undefined;
      if (typeof reader === "function") return [[key, reader(one, `${path}.${key}`)]];
      return one === undefined ? [] : [[key, reader.optional(one, `${path}.${key}`)]];
    });
    return { ...found, ...Object.fromEntries(checked) } as T;
  };
}

/** Marks a property that may be absent. */
export function optional<T>(reader: Reader<T>): Optional<T> {
  return { optional: reader };
}

/**
 * Reads JSON of a known shape.
 *
 * @param source The JSON.
 * @param reader What it should be.
 * @param name What it is called where it is wrong.
 * @returns The value.
 * @throws {ShapeError} If it is something else, or no JSON.
 */
export function readJson<T>(source: unknown, { reader, name }: { reader: Reader<T>; name: string }): T {
  let value: unknown;
  try {
    value = JSON.parse(text(source, name));
  } catch (error) {
    throw error instanceof ShapeError ? error : new ShapeError(`${name}: found no JSON`);
  }
  return reader(value, name);
}

function fields(value: unknown, path: string): Readonly<Record<string, unknown>> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw wrong(value, { path, expected: "an object" });
}

function wrong(value: unknown, { path, expected }: { path: string; expected: string }): ShapeError {
  const found = Array.isArray(value) ? "a list" : value === null ? "null" : `a value of type ${typeof value}`;
  return new ShapeError(`${path}: expected ${expected}, found ${found}`);
}
