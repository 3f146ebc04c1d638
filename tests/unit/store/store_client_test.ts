import { assert, assertEquals, assertRejects } from "@std/assert";
import { DatabaseSync } from "node:sqlite";
import { join } from "@std/path";
import { WorkflowError } from "../../../src/errors.ts";
import { StoreClient } from "../../../src/store/store_client.ts";
import { makeFolder, type TestFolder } from "../../fixtures/stores/make_folder.ts";

const RUN = "20260828-abcd";

function makeClient(folder: TestFolder): StoreClient {
  const at = (name: string) => join(folder.path, name);
  return new StoreClient({ kv: at("kv"), values: at("values"), created: at("created") });
}

Deno.test("every store answers through the worker", async () => {
  using folder = makeFolder();
  using client = makeClient(folder);
  const document = { id: "d", text: "some words", metadata: { a: 1 } };
  await client.call(RUN, { method: "kv.set", params: { key: "k", json: "[1]" } });
  await client.call(RUN, { method: "value.replace", params: { name: "v", version: 0, json: "2" } });
  await client.call(RUN, { method: "knowledge.put", params: { collection: "c", document } });
  const found = await client.call(RUN, {
    method: "knowledge.search",
    params: { collection: "c", query: "word" },
  });
  const file = await client.call(RUN, {
    method: "files.create",
    params: { name: "f.txt", data: Uint8Array.of(65) },
  });
  assertEquals(await client.call(RUN, { method: "kv.get", params: { key: "k" } }), "[1]");
  assertEquals(await client.call(RUN, { method: "value.get", params: { name: "v" } }), {
    json: "2",
    version: 1,
  });
  assertEquals(
    await client.call(RUN, { method: "knowledge.get", params: { collection: "c", id: "d" } }),
    document,
  );
  assertEquals([found[0]?.id, file.path], ["d", join(folder.path, "created", RUN, "f.txt")]);
  assertEquals(Deno.readTextFileSync(file.path), "A");
});

Deno.test("nothing is started or made before the first call", () => {
  using folder = makeFolder();
  using client = makeClient(folder);
  client.release(RUN);
  assertEquals(folder.names(), []);
});

Deno.test("calls at once are performed in their order, and each gets its own answer", async () => {
  using folder = makeFolder();
  using client = makeClient(folder);
  const keys = Array.from({ length: 200 }, (_, n) => `k${n}`);
  const answers = await Promise.all(keys.flatMap((key) => [
    client.call(RUN, { method: "kv.set", params: { key, json: JSON.stringify(key) } }),
    client.call(RUN, { method: "kv.get", params: { key } }),
    client.call(RUN, { method: "kv.delete", params: { key } }),
  ]));
  assertEquals(answers, keys.flatMap((key) => [null, JSON.stringify(key), true]));
});

Deno.test("a failing call rejects with the store's own words, and others go on", async () => {
  using folder = makeFolder();
  Deno.writeTextFileSync(join(folder.path, "values"), "in the way");
  using client = makeClient(folder);
  const [failed, good] = await Promise.allSettled([
    client.call(RUN, { method: "value.get", params: { name: "v" } }),
    client.call(RUN, { method: "kv.set", params: { key: "k", json: "1" } }),
  ]);
  assert(failed.status === "rejected" && failed.reason instanceof WorkflowError);
  assertEquals([failed.reason.code, good.status], ["store_failed", "fulfilled"]);
  assert(failed.reason.message.startsWith("Cannot open the store of persistent values"));
  assert(!`${failed.reason.stack}${failed.reason.message}`.includes(folder.path));
});

Deno.test("release() gives up what a run was making", async () => {
  using folder = makeFolder();
  using client = makeClient(folder);
  const file = await client.call(RUN, { method: "files.begin", params: { name: "a" } });
  assertEquals(folder.names("created/incoming").length, 1);
  client.release(RUN);
  await assertRejects(
    () => client.call(RUN, { method: "files.end", params: { file } }),
    WorkflowError,
    "no such file",
  );
  assertEquals(folder.names("created/incoming"), []);
});

Deno.test("a worker that cannot be started fails the call, and the next call tries again", async () => {
  using folder = makeFolder();
  using client = new StoreClient({ kv: 7 as unknown as string, values: folder.path, created: folder.path });
  for (let n = 0; n < 2; n++) {
    const call = () => client.call(RUN, { method: "kv.get", params: { key: "k" } });
    const error = await assertRejects(call, WorkflowError, "Cannot start the store worker");
    assertEquals(error.code, "store_failed");
  }
});

Deno.test("closing rejects what waits, once, and every later call", async () => {
  using folder = makeFolder();
  const client = makeClient(folder);
  const waiting = Array.from(
    { length: 3 },
    () => client.call(RUN, { method: "kv.get", params: { key: "k" } }),
  );
  client[Symbol.dispose]();
  client[Symbol.dispose]();
  const settled = await Promise.allSettled([
    ...waiting,
    client.call(RUN, { method: "kv.get", params: { key: "k" } }),
  ]);
  for (const one of settled) {
    assert(one.status === "rejected");
    assertEquals([one.reason.code, one.reason.message], ["store_failed", "The stores are closed"]);
  }
});

Deno.test("what was answered before closing is kept", async () => {
  using folder = makeFolder();
  {
    using client = makeClient(folder);
    await client.call(RUN, { method: "kv.set", params: { key: "k", json: "1" } });
  }
  using client = makeClient(folder);
  assertEquals(await client.call(RUN, { method: "kv.get", params: { key: "k" } }), "1");
});

Deno.test("the worker may touch the folders of its stores and nothing else", async () => {
  using folder = makeFolder();
  const permitted = join(folder.path, "kv");
  const worker = new Worker(new URL("../../../src/store/store_worker.ts", import.meta.url), {
    type: "module",
    deno: { permissions: { ...NOTHING, read: [permitted], write: [permitted] } },
  });
  const answers = Promise.withResolvers<unknown>();
  worker.addEventListener("message", (event) => answers.resolve(event.data));
  worker.postMessage({
    type: "open",
    dirs: { kv: join(folder.path, "other"), values: permitted, created: permitted },
  });
  worker.postMessage({
    type: "request",
    id: 1,
    runId: RUN,
    call: { method: "kv.get", params: { key: "k" } },
  });
  const answer = await answers.promise as { readonly error?: { readonly message: string } };
  worker.terminate();
  assert(answer.error?.message.includes("Requires write access"), JSON.stringify(answer));
  assertEquals(folder.names(), []);
});

Deno.test("a store that another process keeps locked does not stay so: calls go on when it is free", async () => {
  using folder = makeFolder();
  using client = makeClient(folder);
  await client.call(RUN, { method: "kv.set", params: { key: "k", json: "1" } });
  using other = new DatabaseSync(join(folder.path, "kv", "kv.sqlite"));
  other.exec("begin immediate");
  const waiting = client.call(RUN, { method: "kv.set", params: { key: "k", json: "2" } });
  other.exec("commit");
  assertEquals(await waiting, null);
});

const NOTHING = { env: false, net: false, sys: false, run: false, ffi: false, import: false } as const;
