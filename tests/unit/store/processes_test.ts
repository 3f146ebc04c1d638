// What two real processes do to the stores of a project at once: neither loses anything.
import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { openKnowledgeStore } from "../../../src/store/knowledge/knowledge_store.ts";
import { openKvStore } from "../../../src/store/kv/kv_store.ts";
import { openValueStore } from "../../../src/store/values/value_store.ts";
import { gatherActors, startActor } from "../../fixtures/actors.ts";
import { makeFolder, type TestFolder } from "../../fixtures/stores/make_folder.ts";

const SCRIPT = new URL("../../fixtures/stores/actor.ts", import.meta.url);

async function runTwo(
  folder: TestFolder,
  [role, count]: readonly [role: string, count: number],
): Promise<void> {
  const names = ["a", "b"];
  await using actors = await gatherActors(
    names.map((name) => startActor(SCRIPT, [role, folder.path, name, String(count)])),
  );
  await actors.go();
  for (const actor of actors.all) assertEquals((await actor.end()).code, 0);
}

Deno.test("two processes that set a thousand keys each lose none", async () => {
  using folder = makeFolder();
  await runTwo(folder, ["set", 1000]);
  using kv = openKvStore(join(folder.path, "kv"));
  const count = (prefix: string) => kv.list({ prefix, limit: 1000 }).entries.length;
  assertEquals([count("a/"), count("b/")], [1000, 1000]);
});

Deno.test("two processes that count to a thousand each with compareAndSet() reach two thousand", async () => {
  using folder = makeFolder();
  await runTwo(folder, ["compareAndSet", 1000]);
  using kv = openKvStore(join(folder.path, "kv"));
  assertEquals(kv.get("count"), "2000");
});

Deno.test("two processes that count to a thousand each with update() reach two thousand", async () => {
  using folder = makeFolder();
  await runTwo(folder, ["update", 1000]);
  using values = openValueStore(join(folder.path, "values"));
  assertEquals(values.get("count"), { json: "2000", version: 2000 });
});

Deno.test("two processes that put a thousand documents each lose none, and all are found", async () => {
  using folder = makeFolder();
  await runTwo(folder, ["put", 1000]);
  using knowledge = openKnowledgeStore(join(folder.path, "values"));
  assertEquals(knowledge.list("docs", { limit: 1000 }).cursor !== undefined, true);
  for (const n of [0, 123, 999]) {
    const found = knowledge.search("docs", { query: `number${n}`, limit: 100 }).map(({ id }) => id);
    assertEquals(found.sort(), [`a/${n}`, `b/${n}`]);
  }
});

Deno.test("two processes that make files of the same name get one each", async () => {
  using folder = makeFolder();
  await runTwo(folder, ["create", 100]);
  const names = ["a", "b"].map((name) => folder.names(`created/20260828-${name}`).length);
  assertEquals([names, folder.names("created/incoming")], [[100, 100], []]);
});
