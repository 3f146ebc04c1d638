import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { type KvStore, openKvStore } from "../../../../src/store/kv/kv_store.ts";
import { keyFault } from "../../../../src/store/rules.ts";
import { makeFolder } from "../../../fixtures/stores/make_folder.ts";

const odd = fc.string({ unit: "binary", maxLength: 5 });
const key = fc.oneof(fc.constantFrom("a", "ab", "abc", "b", "é", "\u{ffff}", "\u{10ffff}"), odd)
  .filter((text) => keyFault(text) === undefined);
const value = fc.oneof(
  fc.constantFrom<unknown>(0, 1, null, [], {}, { a: 1, b: 2 }, { b: 2, a: 1 }),
  fc.jsonValue(),
);
const ttl = fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined });

type Operation =
  | { readonly type: "get" | "delete"; readonly key: string }
  | { readonly type: "set"; readonly key: string; readonly value: unknown; readonly ttl: number | undefined }
  | { readonly type: "exchange"; readonly key: string; readonly expected: unknown; readonly value: unknown }
  | { readonly type: "list"; readonly prefix: string; readonly limit: number }
  | { readonly type: "wait"; readonly ms: number };

const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({ type: fc.constantFrom("get", "delete"), key }),
  fc.record({ type: fc.constant("set"), key, value, ttl }),
  fc.record({
    type: fc.constant("exchange"),
    key,
    expected: fc.option(value, { nil: undefined, freq: 2 }),
    value,
  }),
  fc.record({
    type: fc.constant("list"),
    prefix: fc.oneof(fc.constant(""), key),
    limit: fc.integer({ min: 1, max: 4 }),
  }),
  fc.record({ type: fc.constant("wait"), ms: fc.integer({ min: 1, max: 15 }) }),
) as fc.Arbitrary<Operation>;

/** What the store should do, done with a Map. */
class Model {
  readonly #entries = new Map<string, { readonly value: unknown; readonly expiresAt: number }>();
  now = 0;

  get(key: string): unknown {
    const entry = this.#entries.get(key);
    return entry && entry.expiresAt > this.now ? entry.value : undefined;
  }

  set(key: string, value: unknown, ttl = Infinity): void {
    this.#entries.set(key, { value, expiresAt: this.now + ttl });
  }

  delete(key: string): boolean {
    const wasThere = this.get(key) !== undefined;
    this.#entries.delete(key);
    return wasThere;
  }

  exchange(key: string, { expected, value }: { expected: unknown; value: unknown }): boolean {
    const found = this.get(key);
    if (!isSame(found, expected)) return false;
    const expiresAt = found === undefined ? Infinity : this.#entries.get(key)?.expiresAt ?? Infinity;
    this.#entries.set(key, { value, expiresAt });
    return true;
  }

  list(prefix: string): { key: string; value: unknown }[] {
    const bytes = (text: string) =>
      [...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    return [...this.#entries.keys()].filter((key) => key.startsWith(prefix) && this.get(key) !== undefined)
      .sort((a, b) => bytes(a) < bytes(b) ? -1 : 1).map((key) => ({ key, value: this.get(key) }));
  }
}

Deno.test("the KV store does what a Map with times to live would do", () => {
  using folder = makeFolder();
  let count = 0;
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 40 }), (operations) => {
      const model = new Model();
      using kv = openKvStore(`${folder.path}/${count++}`, { now: () => model.now });
      for (const one of operations) assertEquals(perform(kv, one), simulate(model, one));
    }),
    { numRuns: 60 },
  );
});

Deno.test("paging gives each key once that is there all the time, and none that never was", () => {
  using folder = makeFolder();
  let count = 0;
  const keys = fc.uniqueArray(key, { maxLength: 25 });
  const change = fc.record({ key, remove: fc.boolean() });
  fc.assert(
    fc.property(
      keys,
      fc.array(change, { maxLength: 30 }),
      fc.integer({ min: 1, max: 5 }),
      (keys, changes, limit) => {
        using kv = openKvStore(`${folder.path}/${count++}`);
        for (const key of keys) kv.set(key, "0");
        const left = [...changes];
        const changed = new Set(changes.map(({ key }) => key));
        const seen: string[] = [];
        let cursor: string | undefined;
        do {
          const page = kv.list({ limit, ...(cursor === undefined ? {} : { cursor }) });
          seen.push(...page.entries.map(({ key }) => key));
          cursor = page.cursor;
          for (const { key, remove } of left.splice(0, 3)) {
            if (remove) kv.delete(key);
            else kv.set(key, "1");
          }
        } while (cursor !== undefined);
        assertEquals(new Set(seen).size, seen.length);
        assertEquals(
          seen.filter((key) => !changed.has(key)).sort(),
          keys.filter((key) => !changed.has(key)).sort(),
        );
        assertEquals(seen.filter((key) => !changed.has(key) && !keys.includes(key)), []);
      },
    ),
    { numRuns: 60 },
  );
});

function perform(kv: KvStore, one: Operation): unknown {
  switch (one.type) {
    case "get":
      return parse(kv.get(one.key));
    case "delete":
      return kv.delete(one.key);
    case "set":
      return kv.set(one.key, JSON.stringify(one.value), one.ttl === undefined ? {} : { ttl: one.ttl });
    case "exchange": {
      const expected = one.expected === undefined ? {} : { expected: JSON.stringify(one.expected) };
      return kv.compareAndSet(one.key, { ...expected, json: JSON.stringify(one.value) });
    }
    case "list":
      return listAll(kv, one);
    case "wait":
      return undefined;
  }
}

function simulate(model: Model, one: Operation): unknown {
  switch (one.type) {
    case "get":
      return afterJson(model.get(one.key));
    case "delete":
      return model.delete(one.key);
    case "set":
      return model.set(one.key, one.value, one.ttl);
    case "exchange":
      return model.exchange(one.key, one);
    case "list":
      return model.list(one.prefix).map(({ key, value }) => ({ key, value: afterJson(value) }));
    case "wait":
      model.now += one.ms;
      return undefined;
  }
}

function listAll(kv: KvStore, { prefix, limit }: { prefix: string; limit: number }): unknown[] {
  const all: unknown[] = [];
  let cursor: string | undefined;
  do {
    const page = kv.list({ prefix, limit, ...(cursor === undefined ? {} : { cursor }) });
    all.push(...page.entries.map(({ key, json }) => ({ key, value: parse(json) })));
    cursor = page.cursor;
  } while (cursor !== undefined);
  return all;
}

function parse(json: string | undefined): unknown {
  return json === undefined ? undefined : JSON.parse(json);
}

/** Without what JSON does not keep: -0. */
function afterJson(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

function isSame(a: unknown, b: unknown): boolean {
  try {
    assertEquals(afterJson(a), afterJson(b));
    return true;
  } catch {
    return false;
  }
}
