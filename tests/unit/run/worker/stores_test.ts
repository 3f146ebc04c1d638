import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { join } from "@std/path";
import type { ManagedFile } from "../../../../src/core/api.ts";
import { WorkflowError } from "../../../../src/errors.ts";
import { createStores, type RunStores } from "../../../../src/run/worker/stores.ts";
import { parseStoreCall } from "../../../../src/store/parse_store_call.ts";
import { MAX_CHUNK_BYTES, MAX_VALUE_BYTES } from "../../../../src/store/rules.ts";
import type { StoreMethod, StoreMethods } from "../../../../src/store/store_protocol.ts";
import { Stores } from "../../../../src/store/stores.ts";
import { makeFolder, type TestFolder } from "../../../fixtures/stores/make_folder.ts";

const RUN = "20260828-abcd";

interface TestContext extends Disposable {
  readonly ctx: RunStores;
  readonly folder: TestFolder;
  readonly abort: AbortController;
  /** Every method that was asked for. */
  readonly methods: string[];
}

/** The stores as project code has them, in front of real ones. */
function makeContext(): TestContext {
  const folder = makeFolder();
  const at = (name: string) => join(folder.path, name);
  const stores = new Stores({ kv: at("kv"), values: at("values"), created: at("created") });
  const abort = new AbortController();
  const methods: string[] = [];
  const call = async <M extends StoreMethod>(method: M, params: StoreMethods[M]["params"]) => {
    methods.push(method);
    await Promise.resolve();
    return structuredClone(stores.perform(RUN, parseStoreCall(method, params))) as StoreMethods[M]["result"];
  };
  return {
    ctx: createStores({ call, signal: abort.signal }),
    folder,
    abort,
    methods,
    [Symbol.dispose]() {
      stores[Symbol.dispose]();
      folder[Symbol.dispose]();
    },
  };
}

Deno.test("ctx.kv keeps JSON values", async () => {
  using test = makeContext();
  const { kv } = test.ctx;
  const value = { a: [1, null, "ü"], gone: undefined };
  await kv.set("k/1", value, { ttl: 60_000 });
  await kv.set("k/2", null);
  assertEquals(await kv.get("k/1"), { a: [1, null, "ü"] });
  assertEquals([await kv.get("k/2"), await kv.get("k/3")], [null, undefined]);
  assertEquals(await kv.compareAndSet("k/3", undefined, 1), true);
  assertEquals(await kv.compareAndSet("k/3", { a: 1 }, 2), false);
  assertEquals(await kv.compareAndSet("k/1", { a: [1, null, "ü"] }, 3), true);
  assertEquals(await kv.list(), {
    entries: [{ key: "k/1", value: 3 }, { key: "k/2", value: null }, { key: "k/3", value: 1 }],
  });
  const page = await kv.list<number>({ prefix: "k/", limit: 2, cursor: undefined });
  assertEquals((await kv.list<number>({ prefix: "k/", cursor: page.cursor })).entries, [{
    key: "k/3",
    value: 1,
  }]);
  assertEquals([await kv.delete("k/2"), await kv.delete("k/2")], [true, false]);
});

Deno.test("ctx.value() keeps one value, and update() computes it from what it is", async () => {
  using test = makeContext();
  const count = test.ctx.value<number>("count");
  assertEquals(await count.get(), undefined);
  assertEquals(await count.update((old = 10) => old + 1), 11);
  await count.set(20);
  assertEquals(await count.update((old) => Promise.resolve((old ?? 0) + 1)), 21);
  assertEquals([await count.get(), await test.ctx.value("other").get()], [21, undefined]);
});

Deno.test("update() calls its function again when another write came in between", async () => {
  using test = makeContext();
  const value = test.ctx.value<string>("v");
  const seen: (string | undefined)[] = [];
  const result = await value.update(async (old) => {
    seen.push(old);
    if (seen.length < 3) await value.set(`other ${seen.length}`);
    return `${old}!`;
  });
  assertEquals([seen, result], [[undefined, "other 1", "other 2"], "other 2!"]);
});

Deno.test("fifty updates at once all count", async () => {
  using test = makeContext();
  const count = test.ctx.value<number>("count");
  await Promise.all(Array.from({ length: 50 }, () => count.update((old = 0) => old + 1)));
  assertEquals(await count.get(), 50);
});

Deno.test("update() writes nothing when its function throws", async () => {
  using test = makeContext();
  const value = test.ctx.value<number>("v");
  await value.set(1);
  await assertRejects(() => value.update(() => Promise.reject(new RangeError("no"))), RangeError, "no");
  assertEquals(await value.get(), 1);
});

Deno.test("update() gives up after a hundred attempts, and when the run is cancelled", async () => {
  using test = makeContext();
  const value = test.ctx.value<number>("v");
  let calls = 0;
  const interfere = async () => {
    await value.set(++calls);
    return 0;
  };
  const error = await assertRejects(() => value.update(interfere), WorkflowError, 'Cannot update "v"');
  assertEquals([error.code, calls], ["store_failed", 100]);
  test.abort.abort(new DOMException("The run was cancelled", "AbortError"));
  await assertRejects(() => value.update(interfere), DOMException, "The run was cancelled");
});

Deno.test("ctx.knowledge() keeps documents and finds them", async () => {
  using test = makeContext();
  const knowledge = test.ctx.knowledge("handbook");
  await knowledge.put({
    id: "a",
    title: "Travel",
    text: "Trains are booked by everyone.",
    metadata: { year: 2024 },
  });
  await knowledge.put({ id: "b", title: undefined, text: "Planes need an approval.", metadata: undefined });
  assertEquals(await knowledge.get("b"), { id: "b", text: "Planes need an approval.", metadata: {} });
  assertEquals(await knowledge.get("c"), undefined);
  const [match, ...others] = await knowledge.search("train", { limit: 5, metadata: { year: 2024 } });
  assertEquals([match?.id, match?.title, match?.snippet, others], [
    "a",
    "Travel",
    "Trains are booked by everyone.",
    [],
  ]);
  assert((match?.score ?? 0) > 0);
  const page = await knowledge.list({ limit: 1 });
  assertEquals((await knowledge.list({ cursor: page.cursor })).documents.map(({ id }) => id), ["b"]);
  assertEquals([await knowledge.delete("a"), await knowledge.search("train")], [true, []]);
  assertEquals((await test.ctx.knowledge("other").list()).documents, []);
});

Deno.test("ctx.knowledge().put() takes a text or Markdown file", async () => {
  using test = makeContext();
  const knowledge = test.ctx.knowledge("files");
  const file = await test.ctx.files.create("Notes.md", "\ufeff# Titel\n\nGrüße");
  await knowledge.put(file);
  assertEquals(await knowledge.get(file.id), {
    id: file.id,
    title: "Notes.md",
    text: "# Titel\n\nGrüße",
    metadata: { name: "Notes.md", mediaType: "text/markdown" },
  });
  assertEquals((await knowledge.search("gruesse")).map(({ title }) => title), ["Notes.md"]);
  await rejects(
    () => knowledge.put({ ...file, mediaType: "application/pdf" }),
    'the file "Notes.md" must be plain text or Markdown, found application/pdf; read it yourself and put { id, text }',
  );
  const binary: ManagedFile = { ...file, bytes: () => Promise.resolve(Uint8Array.of(0xff)) };
  await rejects(() => knowledge.put(binary), 'the file "Notes.md" must be UTF-8 text');
});

Deno.test("ctx.files.create() writes text, bytes and streams", async () => {
  using test = makeContext();
  const { files } = test.ctx;
  const text = await files.create("a.txt", "Grüße");
  assertEquals([text.name, text.size, text.mediaType, await text.text()], [
    "a.txt",
    7,
    "text/plain",
    "Grüße",
  ]);
  assertEquals(text.path, join(test.folder.path, "created", RUN, "a.txt"));
  const part = new Uint8Array([1, 2, 3, 4]).subarray(1, 3);
  assertEquals(await (await files.create("a.txt", part)).bytes(), Uint8Array.of(2, 3));
  assertEquals([(await files.create("empty", "")).size, test.methods.length], [0, 3]);
  const long = Uint8Array.from({ length: 2 * MAX_CHUNK_BYTES + 7 }, (_, n) => n % 251);
  const file = await files.create("long.bin", long);
  assertEquals([await file.bytes(), file.id], [long, await sha256(long)]);
  for (const size of [1000, MAX_CHUNK_BYTES - 1, MAX_CHUNK_BYTES, MAX_CHUNK_BYTES + 1, long.length]) {
    test.methods.length = 0;
    const file = await files.create("stream.bin", streamOf(long, size));
    assertEquals([await sha256(await file.bytes()), file.id], [await sha256(long), await sha256(long)]);
    assertEquals(test.methods, ["files.begin", "files.write", "files.write", "files.write", "files.end"]);
  }
  assertEquals((await files.create("none", streamOf(new Uint8Array(), 1))).size, 0);
});

Deno.test("a stream that fails, or gives what is no bytes, leaves nothing", async () => {
  using test = makeContext();
  const failing = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new Uint8Array(MAX_CHUNK_BYTES)),
    pull: (controller) => controller.error(new RangeError("no more")),
  });
  await assertRejects(() => test.ctx.files.create("a", failing), RangeError, "no more");
  const texts = new ReadableStream({ start: (controller) => controller.enqueue("text") });
  await rejects(
    () => test.ctx.files.create("a", texts),
    'Cannot call ctx.files.create(): a chunk of the stream must be text or bytes (a Uint8Array), found "text"',
  );
  assertEquals([test.folder.names("created/incoming"), test.folder.names(`created/${RUN}`)], [[], []]);
});

Deno.test("wrong arguments are TypeErrors that name function and argument, and nothing is asked", async () => {
  using test = makeContext();
  const { kv, value, knowledge, files } = test.ctx;
  const anything = <T>(value: unknown) => value as T;
  const cycle: Record<string, unknown> = {};
  cycle.self = cycle;
  const cases: [() => Promise<unknown>, string][] = [
    [() => kv.get(""), 'Cannot call ctx.kv.get(): the key must be a text of 1 to 1024 bytes, found ""'],
    [() => kv.get(anything(7)), "the key must be a text of 1 to 1024 bytes, found 7"],
    [() => kv.set("a\0", 1), "ctx.kv.set(): the key must not contain a NUL character"],
    [() => kv.set("a", undefined), "Cannot call ctx.kv.set(): the value must be JSON, found nothing"],
    [() => kv.set("a", { b: [1n] }), "the value must be JSON: `b[0]` is a BigInt"],
    [() => kv.set("a", cycle), "the value must be JSON: `self` is a cycle"],
    [() => kv.set("a", NaN), "the value must be JSON: it is NaN"],
    [
      () => kv.set("a", "x".repeat(MAX_VALUE_BYTES)),
      "the value has 4194306 bytes as JSON, at most 4194304 are kept",
    ],
    [() => kv.set("a", 1, { ttl: 0 }), "ctx.kv.set(): `ttl` must be milliseconds greater than 0, found 0"],
    [() => kv.set("a", 1, anything(500)), "ctx.kv.set(): the last argument must be an object, found 500"],
    [() => kv.compareAndSet("a", () => 1, 1), "the expected value must be JSON: it is a function"],
    [
      () => kv.compareAndSet("a", 1, undefined),
      "ctx.kv.compareAndSet(): the value must be JSON, found nothing",
    ],
    [
      () => kv.list({ limit: 1001 }),
      "ctx.kv.list(): `limit` must be a whole number from 1 to 1000, found 1001",
    ],
    [() => kv.list({ cursor: "made up" }), "ctx.kv.list(): `cursor` must be the one of the page before"],
    [() => kv.list({ prefix: anything(1) }), "ctx.kv.list(): `prefix` must be a text"],
    [() => value("a").set(undefined), "ctx.value().set(): the value must be JSON, found nothing"],
    [
      () => value("a").update(anything("fn")),
      'ctx.value().update(): the argument must be a function, found "fn"',
    ],
    [
      () => knowledge("a").put(anything("text")),
      'put(): the argument must be a document or a file, found "text"',
    ],
    [
      () => knowledge("a").put({ id: "", text: "x" }),
      "ctx.knowledge().put(): `id` must be a text of 1 to 1024 bytes",
    ],
    [
      () => knowledge("a").put(anything({ id: "a" })),
      "ctx.knowledge().put(): `text` must be a text, found nothing",
    ],
    [
      () => knowledge("a").put({ id: "a", text: "", metadata: anything([]) }),
      "`metadata` must be an object, found a list",
    ],
    [
      () => knowledge("a").put({ id: "a", text: "x".repeat(MAX_VALUE_BYTES + 1) }),
      'the document "a" has 4194305 bytes',
    ],
    [() => knowledge("a").get(anything(undefined)), "ctx.knowledge().get(): the id must be a text"],
    [
      () => knowledge("a").search(anything(undefined)),
      "ctx.knowledge().search(): the query must be a text, found nothing",
    ],
    [
      () => knowledge("a").search("x", { limit: 101 }),
      "ctx.knowledge().search(): `limit` must be a whole number from 1 to 100",
    ],
    [
      () => knowledge("a").search("x", { metadata: { tenant: undefined } }),
      "`metadata.tenant` must be JSON, found nothing",
    ],
    [
      () => files.create("a/b", "x"),
      'Cannot call ctx.files.create(): the name must not contain "/", found "a/b"',
    ],
    [
      () => files.create("a", anything({})),
      "ctx.files.create(): the data must be text or bytes (a Uint8Array), found an object",
    ],
  ];
  for (const [work, words] of cases) await rejects(work, words);
  assertThrows(
    () => value(""),
    TypeError,
    "Cannot call ctx.value(): the name must be a text of 1 to 1024 bytes",
  );
  assertThrows(
    () => knowledge(anything(undefined)),
    TypeError,
    "Cannot call ctx.knowledge(): the name must be a text",
  );
  assertEquals(test.methods.filter((method) => method !== "value.get"), []);
});

Deno.test("what a store says is an error with the caller's own stack", async () => {
  using test = makeContext();
  Deno.writeTextFileSync(join(test.folder.path, "kv"), "in the way");
  const error = await assertRejects(
    async function authorsFunction() {
      await test.ctx.kv.get("a");
    },
    WorkflowError,
    "Cannot open the KV store",
  );
  assertEquals(error.code, "store_failed");
  assert(error.stack?.includes("authorsFunction"), error.stack);
});

async function rejects(work: () => Promise<unknown>, words: string): Promise<void> {
  const error = await assertRejects(work, TypeError);
  assert(error.message.includes(words), error.message);
}

async function sha256(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", bytes.slice());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function streamOf(bytes: Uint8Array, size: number): ReadableStream<Uint8Array> {
  let done = 0;
  return new ReadableStream({
    pull(controller) {
      if (done >= bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(done, done += size));
    },
  });
}
