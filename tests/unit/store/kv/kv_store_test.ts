import { assert, assertEquals } from "@std/assert";
import { DatabaseSync } from "node:sqlite";
import { join } from "@std/path";
import { KvStore, openKvStore } from "../../../../src/store/kv/kv_store.ts";
import { MIGRATIONS } from "../../../../src/store/kv/migrations.ts";
import { MAX_KEY_BYTES, MAX_PAGE_BYTES } from "../../../../src/store/rules.ts";
import { checkStoreFaults } from "../../../fixtures/stores/check_store_faults.ts";
import { makeFolder } from "../../../fixtures/stores/make_folder.ts";

/** A store in a folder of its own, and a clock that is put forward by hand. */
function makeStore(): { kv: KvStore; clock: { now: number }; rows(): number } & Disposable {
  const folder = makeFolder();
  const clock = { now: 1_000_000 };
  const kv = openKvStore(folder.path, { now: () => clock.now });
  return {
    kv,
    clock,
    rows() {
      using db = new DatabaseSync(join(folder.path, "kv.sqlite"));
      return Number(db.prepare("select count(*) as n from entries").get()?.n);
    },
    [Symbol.dispose]() {
      kv[Symbol.dispose]();
      folder[Symbol.dispose]();
    },
  };
}

Deno.test("openKvStore() makes folder and files for their owner alone", () => {
  using folder = makeFolder();
  const dir = join(folder.path, "a", "kv");
  using _kv = openKvStore(dir);
  assert(folder.names("a/kv").includes("kv.sqlite"));
  if (Deno.build.os === "windows") return;
  const modes = [dir, join(dir, "kv.sqlite")].map((path) => (Deno.statSync(path).mode ?? 0) & 0o777);
  assertEquals(modes, [0o700, 0o600]);
});

Deno.test("a value comes back as it was given, also to another opening", () => {
  using folder = makeFolder();
  {
    using kv = openKvStore(folder.path);
    kv.set("a", '{"z":1,"a":"\\u0000"}');
    kv.set("a", '{"z":2,"a":"\\u0000"}');
  }
  using kv = openKvStore(folder.path);
  assertEquals([kv.get("a"), kv.get("A"), kv.get("a ")], ['{"z":2,"a":"\\u0000"}', undefined, undefined]);
});

Deno.test("delete() says whether there was a value", () => {
  using store = makeStore();
  store.kv.set("a", "1");
  assertEquals([store.kv.delete("a"), store.kv.delete("a"), store.kv.get("a")], [true, false, undefined]);
});

Deno.test("a value is there until its time to live is over, and not a moment longer", () => {
  using store = makeStore();
  const { kv, clock } = store;
  kv.set("a", "1", { ttl: 100 });
  clock.now += 99;
  assertEquals([kv.get("a"), kv.list().entries.length], ["1", 1]);
  clock.now += 1;
  assertEquals([kv.get("a"), kv.list().entries, kv.delete("a")], [undefined, [], false]);
});

Deno.test("set() without a time to live makes a value last that had one", () => {
  using store = makeStore();
  const { kv, clock } = store;
  kv.set("a", "1", { ttl: 100 });
  kv.set("a", "2");
  clock.now += 1000;
  assertEquals(kv.get("a"), "2");
});

Deno.test("compareAndSet() takes an expired value for absent, and keeps the time to live of one that is not", () => {
  using store = makeStore();
  const { kv, clock } = store;
  kv.set("a", "1", { ttl: 100 });
  assertEquals(kv.compareAndSet("a", { json: "2" }), false);
  assertEquals(kv.compareAndSet("a", { expected: "1", json: "2" }), true);
  clock.now += 100;
  assertEquals([kv.get("a"), kv.compareAndSet("a", { expected: "2", json: "3" })], [undefined, false]);
  assertEquals(kv.compareAndSet("a", { json: "4" }), true);
  clock.now += 1000;
  assertEquals(kv.get("a"), "4");
});

Deno.test("compareAndSet() compares by value: neither the order of keys nor the spelling of numbers matters", () => {
  using store = makeStore();
  store.kv.set("a", '{"x":{"p":1,"q":[1,2]},"y":null}');
  const exchange = (expected: string) => store.kv.compareAndSet("a", { expected, json: '{"n":100}' });
  assertEquals(exchange('{"x":{"p":1,"q":[2,1]},"y":null}'), false);
  assertEquals(exchange('{"x":{"p":1,"q":[1,2]}}'), false);
  assertEquals(exchange('{"y":null,"x":{"q":[1.0,2],"p":1}}'), true);
  assertEquals(store.kv.compareAndSet("a", { expected: '{"n":1e2}', json: "null" }), true);
  assertEquals([exchange("0"), exchange("null")], [false, true]);
});

Deno.test("list() lists what begins with a prefix, in the order of UTF-8, also at the end of all characters", () => {
  using store = makeStore();
  const keys = ["a", "a\u{10ffff}", "a\u{10ffff}b", "ab", "a%", "a_", "A", "b", "a\u{ffff}", "a\u{10000}"];
  for (const key of keys) store.kv.set(key, "0");
  const list = (prefix: string) => store.kv.list({ prefix }).entries.map(({ key }) => key);
  assertEquals(list("a"), ["a", "a%", "a_", "ab", "a\u{ffff}", "a\u{10000}", "a\u{10ffff}", "a\u{10ffff}b"]);
  assertEquals([list("a\u{10ffff}"), list("a_"), list("c")], [["a\u{10ffff}", "a\u{10ffff}b"], ["a_"], []]);
  assertEquals(list("").length, keys.length);
});

Deno.test("a cursor goes on after its page, whatever is written and removed in between", () => {
  using store = makeStore();
  const { kv } = store;
  for (const key of ["b", "d", "f", "h"]) kv.set(key, "0");
  const first = kv.list({ limit: 2 });
  for (const key of ["a", "c", "e"]) kv.set(key, "1");
  kv.delete("d");
  const second = kv.list({ limit: 2, ...cursorOf(first) });
  const third = kv.list({ limit: 2, ...cursorOf(second) });
  const keys = [first, second, third].map(({ entries }) => entries.map(({ key }) => key));
  assertEquals(keys, [["b", "d"], ["e", "f"], ["h"]]);
  assertEquals([typeof first.cursor, typeof second.cursor, third.cursor], ["string", "string", undefined]);
});

Deno.test("a page that is exactly full has no cursor unless more follows", () => {
  using store = makeStore();
  for (const key of ["a", "b", "c"]) store.kv.set(key, "0");
  assertEquals(store.kv.list({ limit: 3 }).cursor, undefined);
});

Deno.test("a page of long values is cut off early, but never empty", () => {
  using store = makeStore();
  const long = JSON.stringify("x".repeat(MAX_PAGE_BYTES / 2 - 10));
  for (const key of ["a", "b", "c"]) store.kv.set(key, long);
  store.kv.set("d", JSON.stringify("x".repeat(MAX_PAGE_BYTES)));
  const pages: string[][] = [];
  let cursor: string | undefined;
  do {
    const page = store.kv.list(cursor === undefined ? {} : { cursor });
    pages.push(page.entries.map(({ key }) => key));
    cursor = page.cursor;
  } while (cursor !== undefined);
  assertEquals(pages, [["a", "b"], ["c"], ["d"]]);
});

Deno.test("the longest key can be written and listed", () => {
  using store = makeStore();
  const key = "é".repeat(MAX_KEY_BYTES / 2);
  store.kv.set(key, "0");
  store.kv.set(`${key.slice(1)}z`, "0");
  const page = store.kv.list({ limit: 1 });
  assertEquals(store.kv.list(cursorOf(page)).entries.map((entry) => entry.key), [key]);
});

Deno.test("what has expired is removed in time by writes, a lot of it little by little", () => {
  using store = makeStore();
  const { kv, clock } = store;
  for (let n = 0; n < 2500; n++) kv.set(`old-${n}`, "0", { ttl: 10 });
  clock.now += 5000;
  assertEquals(store.rows(), 2500);
  for (let n = 0; n < 3; n++) kv.set("new", "0");
  assertEquals([store.rows(), kv.list().entries.length], [1, 1]);
});

Deno.test("prune() removes all that has expired and gives the space back", () => {
  using folder = makeFolder();
  let now = 0;
  using kv = openKvStore(folder.path, { now: () => now });
  const value = JSON.stringify("x".repeat(1000));
  for (let n = 0; n < 2500; n++) kv.set(`old-${n}`, value, { ttl: 10 });
  now = 20;
  assertEquals([kv.prune(), kv.prune()], [2500, 0]);
  using db = new DatabaseSync(join(folder.path, "kv.sqlite"));
  assertEquals(Number(db.prepare("pragma freelist_count").get()?.freelist_count), 0);
});

Deno.test("a KV store that is damaged, newer, locked, read-only or full is named, and nothing in it changes", () => {
  let count = 0;
  checkStoreFaults<KvStore>({
    name: "KV store",
    file: "kv.sqlite",
    migrations: MIGRATIONS,
    open: (dir) => openKvStore(dir),
    wrap: (db) => new KvStore(db, Date.now),
    write: (kv) => kv.set(`key-${count++}`, JSON.stringify("x".repeat(1000))),
    read: (kv) => kv.list({ limit: 1000 }).entries,
  });
});

function cursorOf({ cursor }: { readonly cursor?: string }): { cursor?: string } {
  return cursor === undefined ? {} : { cursor };
}
