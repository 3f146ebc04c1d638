import { assert, assertEquals, assertThrows } from "@std/assert";
import { join } from "@std/path";
import { WorkflowError } from "../../../src/errors.ts";
import { Stores } from "../../../src/store/stores.ts";
import { makeFolder } from "../../fixtures/stores/make_folder.ts";

const RUN = "20260828-abcd";
const OTHER = "20260828-efgh";

function makeStores() {
  const folder = makeFolder();
  const dirs = {
    kv: join(folder.path, "kv"),
    values: join(folder.path, "values"),
    created: join(folder.path, "created"),
  };
  const stores = new Stores(dirs);
  return {
    stores,
    folder,
    dirs,
    [Symbol.dispose]() {
      stores[Symbol.dispose]();
      folder[Symbol.dispose]();
    },
  };
}

Deno.test("a folder is made when its store is first used, and not before", () => {
  using project = makeStores();
  const { stores, folder } = project;
  assertEquals(folder.names(), []);
  stores.perform(RUN, { method: "kv.get", params: { key: "a" } });
  assertEquals(folder.names(), ["kv"]);
  stores.perform(RUN, { method: "value.get", params: { name: "a" } });
  assertEquals(folder.names("values").filter((name) => name.endsWith(".sqlite")), ["values.sqlite"]);
  stores.perform(RUN, { method: "knowledge.get", params: { collection: "a", id: "a" } });
  stores.perform(RUN, { method: "files.create", params: { name: "a", data: new Uint8Array() } });
  assertEquals(folder.names(), ["created", "kv", "values"]);
});

Deno.test("a file of several chunks belongs to the run that began it, until that ends", () => {
  using project = makeStores();
  const { stores, folder } = project;
  const begin = () => Number(stores.perform(RUN, { method: "files.begin", params: { name: "a" } }));
  const write = (runId: string, file: number) =>
    stores.perform(runId, { method: "files.write", params: { file, data: Uint8Array.of(1) } });
  const [first, second, third] = [begin(), begin(), begin()];
  assertThrows(() => write(OTHER, first), WorkflowError, "the run is making no such file");
  assertThrows(() => stores.perform(OTHER, { method: "files.end", params: { file: first } }), WorkflowError);
  stores.perform(OTHER, { method: "files.abort", params: { file: first } });
  write(RUN, first);
  stores.perform(RUN, { method: "files.end", params: { file: first } });
  stores.perform(RUN, { method: "files.abort", params: { file: second } });
  for (const file of [first, second]) assertThrows(() => write(RUN, file), WorkflowError);
  write(RUN, third);
  stores.release(OTHER);
  write(RUN, third);
  stores.release(RUN);
  assertThrows(() => write(RUN, third), WorkflowError);
  assertEquals([folder.names("created/incoming"), folder.names(`created/${RUN}`)], [[], ["a"]]);
});

Deno.test("a run cannot have any number of files in the making", () => {
  using project = makeStores();
  const begin = () => project.stores.perform(RUN, { method: "files.begin", params: { name: "a" } });
  for (let n = 0; n < 64; n++) begin();
  assertThrows(begin, WorkflowError, 'Cannot create "a": the run has 64 files in the making');
});

Deno.test("closing the stores gives up the files in the making", () => {
  using folder = makeFolder();
  {
    using stores = new Stores({ kv: "/nowhere", values: "/nowhere", created: folder.path });
    stores.perform(RUN, { method: "files.begin", params: { name: "a" } });
    assertEquals(folder.names("incoming").length, 1);
  }
  assertEquals(folder.names("incoming"), []);
});

Deno.test("a failure names the store and shows no folder of this machine; the next call tries again", () => {
  using project = makeStores();
  const { stores, dirs, folder } = project;
  for (const dir of [dirs.kv, dirs.values, dirs.created]) Deno.writeTextFileSync(dir, "in the way");
  const calls = [
    [{ method: "kv.get", params: { key: "a" } }, "Cannot open the KV store at <kv-store-dir>"],
    [
      { method: "value.get", params: { name: "a" } },
      "Cannot open the store of persistent values at <persistent-value-store-dir>",
    ],
    [
      { method: "knowledge.get", params: { collection: "a", id: "a" } },
      "Cannot open the knowledge store at <persistent-value-store-dir>",
    ],
    [{ method: "files.begin", params: { name: "a" } }, "in the store of created files"],
  ] as const;
  for (const [call, words] of calls) {
    const error = assertThrows(() => stores.perform(RUN, call), WorkflowError, words);
    assertEquals([error.code, error.message.includes(folder.path)], ["store_failed", false]);
  }
  for (const dir of [dirs.kv, dirs.values, dirs.created]) Deno.removeSync(dir);
  for (const [call] of calls) assert(stores.perform(RUN, call) !== undefined);
});
