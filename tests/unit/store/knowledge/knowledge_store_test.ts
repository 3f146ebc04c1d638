import { assert, assertEquals } from "@std/assert";
import { DatabaseSync } from "node:sqlite";
import { join } from "@std/path";
import type { StoredDocument } from "../../../../src/store/knowledge/document.ts";
import { KnowledgeStore, openKnowledgeStore } from "../../../../src/store/knowledge/knowledge_store.ts";
import { MIGRATIONS } from "../../../../src/store/knowledge/migrations.ts";
import { MAX_PAGE_BYTES } from "../../../../src/store/rules.ts";
import { checkStoreFaults } from "../../../fixtures/stores/check_store_faults.ts";
import { makeFolder } from "../../../fixtures/stores/make_folder.ts";

function documentOf(id: string, text: string, more: Partial<StoredDocument> = {}): StoredDocument {
  return { id, text, metadata: {}, ...more };
}

Deno.test("a document comes back as it was put in, whatever its text has", () => {
  using folder = makeFolder();
  const document = documentOf("a/ä", "NUL \0, half \ud800, \u{1f600}", {
    title: "T\0",
    metadata: { b: [1], a: null },
  });
  {
    using store = openKnowledgeStore(folder.path);
    store.put("docs", document);
  }
  using store = openKnowledgeStore(folder.path);
  assertEquals(store.get("docs", "a/ä"), document);
  assertEquals([store.get("docs", "b"), store.get("other", "a/ä")], [undefined, undefined]);
});

Deno.test("put() replaces a document: it is found by what it says now only", () => {
  using folder = makeFolder();
  using store = openKnowledgeStore(folder.path);
  const find = (query: string) => store.search("docs", { query }).map(({ id }) => id);
  store.put("docs", documentOf("a", "before", { metadata: { v: 1 } }));
  assertEquals([find("before"), find("after")], [["a"], []]);
  store.put("docs", documentOf("a", "after", { metadata: { v: 2 } }));
  assertEquals([find("before"), find("after")], [[], ["a"]]);
  const byVersion = (v: number) => store.search("docs", { query: "after", metadata: { v } }).length;
  assertEquals([byVersion(1), byVersion(2)], [0, 1]);
});

Deno.test("put() of what is there already writes nothing", () => {
  using folder = makeFolder();
  using store = openKnowledgeStore(folder.path);
  const version = () => Deno.readFileSync(join(folder.path, "knowledge.sqlite-wal")).length;
  store.put("docs", documentOf("a", "text", { metadata: { a: 1 } }));
  const before = version();
  store.put("docs", documentOf("a", "text", { metadata: { a: 1 } }));
  assertEquals(version(), before);
});

Deno.test("delete() says whether there was a document, which is then found no more", () => {
  using folder = makeFolder();
  using store = openKnowledgeStore(folder.path);
  for (const id of ["a", "b", "c"]) store.put("docs", documentOf(id, "text"));
  assertEquals(store.search("docs", { query: "text" }).length, 3);
  store.put("docs", documentOf("d", "text"));
  const deleted = ["a", "a", "d", "x"].map((id) => store.delete("docs", id));
  assertEquals([deleted, store.delete("other", "b")], [[true, false, true, false], false]);
  assertEquals(store.search("docs", { query: "text" }).map(({ id }) => id).sort(), ["b", "c"]);
  assertEquals(store.get("docs", "a"), undefined);
});

Deno.test("collections know nothing of each other", () => {
  using folder = makeFolder();
  using store = openKnowledgeStore(folder.path);
  for (const [name, text] of [["one", "first text"], ["two", "second text"], ["three", "third"]] as const) {
    for (let n = 0; n < 3; n++) store.put(name, documentOf(`${n}`, text));
  }
  store.delete("two", "1");
  const ids = (name: string) => store.list(name).documents.map(({ id }) => id);
  assertEquals([ids("one"), ids("two"), ids("none")], [["0", "1", "2"], ["0", "2"], []]);
  const found = ["one", "two", "three", "none"].map((name) => store.search(name, { query: "text" }).length);
  assertEquals(found, [3, 2, 0, 0]);
});

Deno.test("list() pages by id, each document once, whatever is put and deleted in between", () => {
  using folder = makeFolder();
  using store = openKnowledgeStore(folder.path);
  for (const id of ["b", "d", "f", "é"]) store.put("docs", documentOf(id, id));
  const first = store.list("docs", { limit: 2 });
  store.put("docs", documentOf("a", "a"));
  store.put("docs", documentOf("e", "e"));
  store.delete("docs", "d");
  const second = store.list("docs", { limit: 2, cursor: first.cursor ?? "" });
  const third = store.list("docs", { limit: 2, cursor: second.cursor ?? "" });
  const ids = [first, second, third].map(({ documents }) => documents.map(({ id }) => id));
  assertEquals([ids, third.cursor], [[["b", "d"], ["e", "f"], ["é"]], undefined]);
});

Deno.test("a page of long documents is cut off early", () => {
  using folder = makeFolder();
  using store = openKnowledgeStore(folder.path);
  for (const id of ["a", "b", "c"]) store.put("docs", documentOf(id, "x".repeat(MAX_PAGE_BYTES / 2 - 100)));
  assertEquals(store.list("docs").documents.map(({ id }) => id), ["a", "b"]);
});

Deno.test("a search sees at once what another opening has put in, replaced or deleted", () => {
  using folder = makeFolder();
  using store = openKnowledgeStore(folder.path);
  using other = openKnowledgeStore(folder.path);
  const count = () => store.search("docs", { query: "word" }).length;
  for (const id of ["a", "b"]) other.put("docs", documentOf(id, "word"));
  assertEquals(count(), 2);
  other.put("docs", documentOf("a", "nothing"));
  other.delete("docs", "b");
  other.put("docs", documentOf("c", "word"));
  assertEquals([count(), other.search("docs", { query: "word" }).length], [1, 1]);
});

Deno.test("thousands of documents are found, also with words that nearly all of them have", () => {
  using folder = makeFolder();
  using store = openKnowledgeStore(folder.path);
  for (let n = 0; n < 2500; n++) {
    store.put("docs", documentOf(`${n}`, `common shared ${n % 100 === 7 ? "rare" : "usual"} number${n}`));
  }
  store.put("docs", documentOf("title", "common", { title: "shared rare" }));
  const find = (query: string, limit = 100) => store.search("docs", { query, limit }).map(({ id }) => id);
  assertEquals([find("common").length, find("common shared").length, find("number77")], [100, 100, ["77"]]);
  const rare = find("common rare");
  assertEquals([rare.length, rare[0]], [100, "title"]);
  assert(rare.slice(1, 26).every((id) => Number(id) % 100 === 7));
  assertEquals(find('"shared rare" common').length, 26);
  assertEquals(find("common number5 number6", 2).sort(), ["5", "6"]);
  assertEquals([find("common nowhere", 5).length, find("nowhere")], [5, []]);
  assertEquals(find("common shared usual").includes("7"), false);
});

Deno.test("a knowledge store that is damaged, newer, locked, read-only or full is named, and nothing in it changes", () => {
  let count = 0;
  checkStoreFaults<KnowledgeStore>({
    name: "knowledge store",
    file: "knowledge.sqlite",
    migrations: MIGRATIONS,
    open: (dir) => openKnowledgeStore(dir),
    wrap: (db) => new KnowledgeStore(db),
    write: (store) => store.put("docs", documentOf(`id-${count++}`, "word ".repeat(200))),
    read: (store) => store.list("docs", { limit: 1000 }).documents,
  });
});

Deno.test("a search that has nothing to catch up with writes nothing: it works while another process writes", () => {
  using folder = makeFolder();
  using store = openKnowledgeStore(folder.path, { busyTimeout: 10 });
  store.put("docs", documentOf("a", "word"));
  store.search("docs", { query: "word" });
  using other = new DatabaseSync(join(folder.path, "knowledge.sqlite"));
  other.exec("begin immediate");
  assertEquals(store.search("docs", { query: "word" }).length, 1);
  other.exec("commit");
});
