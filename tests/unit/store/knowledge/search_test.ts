// What a search finds, in which order, and what of it is shown.
import { assert, assertEquals } from "@std/assert";
import type { StoredDocument } from "../../../../src/store/knowledge/document.ts";
import { type KnowledgeStore, openKnowledgeStore } from "../../../../src/store/knowledge/knowledge_store.ts";
import { makeFolder } from "../../../fixtures/stores/make_folder.ts";

const LIBRARY: Readonly<Record<string, string | Partial<StoredDocument>>> = {
  proxy: "The proxy timeout is thirty seconds. It can be configured in the settings file.",
  billing:
    "Invoices are sent at the end of each month. Refunds take five days. The policy: see refund policies.",
  street:
    "Die Straße nach Köln ist gesperrt. Rechnungen werden monatlich verschickt; schöne Grüße vom Müller.",
  umlauts: "Herr Mueller aus Koeln wohnt in der Gruenen Strasse.",
  accents: "A naïve résumé of the Ångström café: œuvre, ﬁle, Ｗｉｄｅ.",
  code: "Set MAX_RETRY_COUNT to 3 in config.yaml, or call foo.bar(e-mail) at 192.168.0.1:8080.",
  zhDatabase: "数据库是按照数据结构来组织、存储和管理数据的仓库。",
  zhProxy: { title: "代理设置", text: "如何配置代理服务器的超时时间？请修改SQLite数据文件。" },
  jaWeather: "東京都の天気は晴れです。データベースの設定を変更する方法を説明します。",
  jaCat: "吾輩は猫である。名前はまだ無い。ｶﾞｲﾄﾞを読む。",
  koText: "데이터베이스를 설정하는 방법",
  thText: "ฐานข้อมูลคือที่เก็บข้อมูล",
  ruText: "Ёлка стоит в лесу; Москва — столица.",
  hiText: "हिन्दी भाषा में लिखा गया पाठ",
};

function withLibrary(check: (store: KnowledgeStore, find: (query: string) => string[]) => void): () => void {
  return () => {
    using folder = makeFolder();
    using store = openKnowledgeStore(folder.path);
    for (const [id, content] of Object.entries(LIBRARY)) {
      const more = typeof content === "string" ? { text: content } : content;
      store.put("library", { id, text: "", metadata: {}, ...more });
    }
    check(store, (query) => store.search("library", { query, limit: 20 }).map((match) => match.id));
  };
}

Deno.test(
  "search() finds words",
  withLibrary((_, find) => {
    const cases: Readonly<Record<string, readonly string[]>> = {
      // English
      timeout: ["proxy"],
      TIMEOUT: ["proxy"],
      "thirty, seconds!": ["proxy"],
      invoice: ["billing"],
      refund: ["billing"],
      refunds: ["billing"],
      policy: ["billing"],
      "resume cafe": ["accents"],
      Angstrom: ["accents"],
      wide: ["accents"],
      oeuvre: ["accents"],
      // German
      "Straße": ["street", "umlauts"],
      strasse: ["street", "umlauts"],
      STRASSE: ["street", "umlauts"],
      "Rechnung": ["street"],
      "Köln": ["street", "umlauts"],
      koeln: ["street", "umlauts"],
      "Müller": ["street", "umlauts"],
      Mueller: ["street", "umlauts"],
      "grüne": ["umlauts"],
      "Gruß": ["street"],
      // Chinese
      "数据": ["zhDatabase", "zhProxy"],
      "数据库": ["zhDatabase"],
      "超时": ["zhProxy"],
      "代理": ["zhProxy"],
      "库": ["zhDatabase"],
      "仓库": ["zhDatabase"],
      // Japanese
      "天気": ["jaWeather"],
      "東京": ["jaWeather"],
      "東京都": ["jaWeather"],
      "データベース": ["jaWeather"],
      "猫": ["jaCat"],
      "ガイド": ["jaCat"],
      "無": ["jaCat"],
      // Others
      "데이터베이스": ["koText"],
      "ข้อมูล": ["thText"],
      "елка": ["ruText"],
      "МОСКВА": ["ruText"],
      "हिन्दी": ["hiText"],
      // Names and numbers
      MAX_RETRY_COUNT: ["code"],
      "retry": ["code"],
      "foo.bar": ["code"],
      "192.168.0.1": ["code"],
      "e-mail": ["code"],
      "8080": ["code"],
      "808": [],
      SQLite: ["zhProxy"],
    };
    for (const [query, ids] of Object.entries(cases)) {
      assertEquals([query, find(query).sort()], [query, [...ids].sort()]);
    }
  }),
);

Deno.test(
  "search() finds phrases in quotation marks, and only those",
  withLibrary((_, find) => {
    const cases: Readonly<Record<string, readonly string[]>> = {
      '"thirty seconds"': ["proxy"],
      '"seconds thirty"': [],
      '"Thirty Second"': [],
      '"refund policies"': ["billing"],
      '"the policy see"': ["billing"],
      "„schöne Grüße“": ["street"],
      "“schoene gruesse”": ["street"],
      "«Die Strasse nach»": ["street"],
      '"in der gruenen straße"': ["umlauts"],
      '"数据结构"': ["zhDatabase"],
      '"结构数据"': [],
      '"SQLite数据"': ["zhProxy"],
      '"SQLite 数据文"': ["zhProxy"],
      '"修改SQLite"': ["zhProxy"],
      '"改 SQLite"': ["zhProxy"],
      '"修 SQLite"': [],
      "「天気は晴れ」": ["jaWeather"],
      "『天気が晴れ』": [],
      '"名前"': ["jaCat"],
      '"config yaml or"': ["code"],
    };
    for (const [query, ids] of Object.entries(cases)) {
      assertEquals([query, find(query)], [query, [...ids]]);
    }
  }),
);

Deno.test(
  "search() splits sentences without spaces into words",
  withLibrary((_, find) => {
    assertEquals(find("如何配置代理超时")[0], "zhProxy");
    assertEquals(find("怎么存储和管理数据")[0], "zhDatabase");
    assertEquals(find("データベースを設定する方法")[0], "jaWeather");
    assertEquals(find("猫の名前")[0], "jaCat");
  }),
);

Deno.test(
  "a phrase must be there, the words beside it count",
  withLibrary((_, find) => {
    assertEquals(find('"settings file" refund'), ["proxy"]);
    assertEquals(find('"settings file" "refund policies"'), []);
  }),
);

Deno.test(
  "words that say nothing count only where there are no others",
  withLibrary((_, find) => {
    assertEquals(find("how do I configure the proxy?"), ["proxy"]);
    assert(find("the").includes("billing"));
    assertEquals(find('"the end of"'), ["billing"]);
  }),
);

Deno.test(
  "nothing in a search is an operator, and one without words finds nothing",
  withLibrary((_, find) => {
    const searches = [
      "",
      " ",
      '""',
      '"',
      "*",
      "^",
      "!?",
      "\0",
      "()",
      "-",
      "🙂",
      "title:",
      '" "',
      "((",
    ];
    for (const query of searches) assertEquals([query, find(query)], [query, []]);
    assertEquals(find('proxy) OR body: "refund').sort(), ["billing", "proxy"]);
    assertEquals([find("pro*"), find("title:代理"), find("or NOT yaml")], [[], ["zhProxy"], ["code"]]);
    assertEquals(find('NEAR("timeout" "proxy")'), ["proxy"]);
  }),
);

Deno.test("search() ranks by BM25: rare words, more of them, and titles count more; short texts too", () => {
  using folder = makeFolder();
  using store = openKnowledgeStore(folder.path);
  const put = (id: string, text: string, title?: string) =>
    store.put("docs", { id, text, metadata: {}, ...(title === undefined ? {} : { title }) });
  put("once", "apple and some other words that make this text rather long indeed");
  put("short", "apple");
  put("often", "apple apple apple and some other words that make this text rather long");
  put("titled", "some other words that make this text rather long indeed", "apple");
  put("rare", "pear and some other words that make this text rather long indeed");
  for (let n = 0; n < 20; n++) put(`other-${n}`, "filler words about nothing");
  const found = store.search("docs", { query: "apple pear" });
  const place = (id: string) => found.findIndex((match) => match.id === id);
  assertEquals(found.length, 5);
  assertEquals(found.map(({ score }) => score), found.map(({ score }) => score).toSorted((a, b) => b - a));
  assert(found.every(({ score }) => score > 0));
  assert(place("often") < place("once") && place("short") < place("once") && place("titled") < place("once"));
  assert(place("rare") < place("once"));
});

Deno.test("search() gives no more than asked for, the best first, ten by default", () => {
  using folder = makeFolder();
  using store = openKnowledgeStore(folder.path);
  for (let n = 1; n <= 30; n++) {
    store.put("docs", { id: `${n}`, text: `${"word ".repeat(n)}${"x ".repeat(30 - n)}`, metadata: {} });
  }
  const ids = (limit?: number) =>
    store.search("docs", { query: "word", ...(limit === undefined ? {} : { limit }) }).map(({ id }) => id);
  assertEquals([ids(3), ids().length, ids(100).length], [["30", "29", "28"], 10, 30]);
});

Deno.test("metadata filters by equal values, at their first level, in any JSON", () => {
  using folder = makeFolder();
  using store = openKnowledgeStore(folder.path);
  const put = (id: string, metadata: Readonly<Record<string, unknown>>) =>
    store.put("docs", { id, text: "text", metadata });
  put("a", { lang: "de", year: 2024, tags: ["x", "y"], deep: { p: 1, q: null } });
  put("b", { lang: "en", year: 2024 });
  put("c", { lang: "de", year: "2024", none: null, __proto__: 1 });
  put("d", {});
  const find = (metadata: Readonly<Record<string, unknown>>) =>
    store.search("docs", { query: "text", metadata }).map(({ id }) => id).sort();
  assertEquals(find({}), ["a", "b", "c", "d"]);
  assertEquals([find({ lang: "de" }), find({ lang: "de", year: 2024 })], [["a", "c"], ["a"]]);
  assertEquals([find({ year: 2024 }), find({ year: "2024" }), find({ year: 2025 })], [["a", "b"], ["c"], []]);
  assertEquals([find({ tags: ["x", "y"] }), find({ tags: ["y", "x"] }), find({ tags: "x" })], [
    ["a"],
    [],
    [],
  ]);
  assertEquals([find({ deep: { q: null, p: 1 } }), find({ deep: { p: 1 } }), find({ none: null })], [
    ["a"],
    [],
    ["c"],
  ]);
  assertEquals(find({ "lang\0": "de" }), []);
});

Deno.test("a snippet is the text around the most that was looked for, on one line", () => {
  const filler = "Lorem ipsum dolor sit amet, consetetur sadipscing elitr. ".repeat(20);
  const text =
    `${filler}The proxy is here. ${filler}Set the\n\n  proxy timeout \tto thirty seconds. ${filler}The timeout.`;
  const snippet = snippetOf(text, "proxy timeout");
  assert(snippet.startsWith("…") && snippet.endsWith("…") && snippet.length <= 242);
  assert(snippet.includes("Set the proxy timeout to thirty seconds."), snippet);
});

Deno.test("a snippet of a short text is the text, one of a long text without a match its beginning", () => {
  assertEquals(snippetOf("  One\nline. ", "one"), "One line.");
  const long = snippetOf("word ".repeat(100), "elsewhere", "elsewhere");
  assertEquals(long, `${"word ".repeat(48).trim()}…`);
});

Deno.test("a snippet begins and ends at words, and cuts no character in two", () => {
  const snippet = snippetOf(`${"alpha beta ".repeat(50)}needle ${"gamma delta ".repeat(50)}`, "needle");
  assert(/^…(alpha|beta) .* needle .* (gamma|delta)…$/.test(snippet), snippet);
  for (const pad of ["", "x"]) {
    assert(snippetOf(`${pad}${"😀".repeat(300)} needle ${"😀".repeat(300)}`, "needle").isWellFormed());
  }
});

Deno.test("a snippet of Chinese or Japanese text shows the words", () => {
  const filler = "これは長い文章で、検索とは関係がありません。".repeat(30);
  const snippet = snippetOf(`${filler}東京都の天気は晴れです。${filler}`, "東京都の天気");
  assert(snippet.includes("東京都の天気は晴れです。") && snippet.length <= 242, snippet);
});

Deno.test("a snippet is found far into a long text", () => {
  assert(snippetOf(`${"filler ".repeat(20_000)}needle`, "needle").endsWith(" needle"));
});

function snippetOf(text: string, query: string, title = ""): string {
  using folder = makeFolder();
  using store = openKnowledgeStore(folder.path);
  store.put("docs", { id: "a", title, text, metadata: {} });
  return store.search("docs", { query })[0]?.snippet ?? "not found";
}
