import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { type KnowledgeStore, openKnowledgeStore } from "../../../../src/store/knowledge/knowledge_store.ts";
import { makeFolder } from "../../../fixtures/stores/make_folder.ts";

/** Words of many scripts, none of which says nothing. */
const word = fc.oneof(
  fc.constantFrom(
    "Straße",
    "naïve",
    "proxy",
    "数据库",
    "東京都",
    "データベース",
    "猫",
    "데이터",
    "ข้อมูล",
    "हिन्दी",
    "Ёлка",
    "x1",
  ),
  fc.string({
    unit: fc.constantFrom(..."bcdfgzqwkaeiouäöüß数据库東京猫カタひら한국"),
    minLength: 1,
    maxLength: 8,
  }),
);
const gap = fc.constantFrom(" ", ", ", "\n", " – ", "。");
const text = fc.array(fc.tuple(word, gap), { minLength: 1, maxLength: 12 });

Deno.test("a document is found by each phrase of its text, in quotation marks and in capitals", () => {
  withStore((store, collection) => {
    fc.assert(
      fc.property(text, fc.nat(), fc.integer({ min: 1, max: 4 }), (parts, place, length) => {
        const name = collection();
        store.put(name, { id: "a", text: parts.flat().join(""), metadata: {} });
        const first = place % parts.length;
        const phrase = parts.slice(first, first + length).flat().join("");
        for (const query of [`"${phrase}"`, `"${phrase.toUpperCase()}"`, `„${phrase}“`]) {
          assertEquals(store.search(name, { query }).map(({ id }) => id), ["a"], query);
        }
      }),
      { numRuns: 150 },
    );
  });
});

Deno.test("a document is found by each word of its text", () => {
  withStore((store, collection) => {
    fc.assert(
      fc.property(text, fc.nat(), (parts, place) => {
        const name = collection();
        store.put(name, { id: "a", text: parts.flat().join(""), metadata: {} });
        store.put(name, { id: "b", text: "something else entirely", metadata: {} });
        const [query = ""] = parts[place % parts.length] ?? [];
        assertEquals(store.search(name, { query })[0]?.id, "a", query);
      }),
      { numRuns: 150 },
    );
  });
});

Deno.test("whatever is put in and looked for, nothing fails, and every snippet is part of its text", () => {
  withStore((store, collection) => {
    const odd = fc.oneof(
      fc.string({ unit: "binary", maxLength: 40 }),
      fc.string({ unit: "grapheme", maxLength: 40 }),
      text.map((parts) => parts.flat().join("")),
    );
    fc.assert(
      fc.property(odd, odd, odd, (title, text, query) => {
        const name = collection();
        store.put(name, { id: "a", title, text, metadata: { [title]: text } });
        for (const one of [query, text, `"${text}"`, title]) {
          for (const { snippet } of store.search(name, { query: one, metadata: { [title]: text } })) {
            assert(text.replace(/\s+/g, " ").includes(snippet.replace(/^…|…$/g, "")), snippet);
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});

function withStore(check: (store: KnowledgeStore, collection: () => string) => void): void {
  using folder = makeFolder();
  using store = openKnowledgeStore(folder.path);
  let count = 0;
  check(store, () => `collection-${count++}`);
}
