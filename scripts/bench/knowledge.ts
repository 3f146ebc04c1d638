// deno-lint-ignore-file no-console -- a bench prints its table
// What knowledge costs at 100,000 documents of 240 words: how many are put in a second, and what a search takes, against the same
// words asked of a plain FTS5 table with the same texts. A B A B. Ends early on a slow machine, and says so.
import { DatabaseSync } from "node:sqlite";
import { join } from "@std/path";
import { type KnowledgeStore, openKnowledgeStore } from "../../src/store/knowledge/knowledge_store.ts";
import { makeVocabulary } from "./knowledge/vocabulary.ts";

const DOCUMENTS = 100_000;
const LONGEST_MS = 120_000;
const BATCH = 1000;
const SEARCHES = 15;

const { word, text } = makeVocabulary();
/** Words by how many documents have them: about 1 in 1,000, 1 in 100, most. */
const QUERIES: Readonly<Record<string, string>> = {
  "a rare word": word(20_000),
  "three words": [word(900), word(5000), word(12_000)].join(" "),
  "a phrase": `"${word(300)} ${word(500)}"`,
  "a sentence": [word(3), word(40), word(900), word(5000), word(12_000), word(20_000)].join(" "),
  "a word that most have": word(3),
  "a word in one language": `${word(900)} ${word(5000)}`,
};

const dir = await Deno.makeTempDir({ prefix: "workflow-code-bench-" });
try {
  using store = openKnowledgeStore(join(dir, "knowledge"));
  using bare = openBare(join(dir, "bare.sqlite"));
  fill(store, bare);
  search(store, bare);
} finally {
  await Deno.remove(dir, { recursive: true });
}

function fill(store: KnowledgeStore, bare: DatabaseSync): void {
  const insert = bare.prepare("insert into documents (title, body) values (?, ?)");
  const started = performance.now();
  const spent = { bare: 0, put: 0 };
  const puts: number[] = [];
  let count = 0;
  while (count < DOCUMENTS && performance.now() - started < LONGEST_MS) {
    const documents = Array.from({ length: BATCH }, (_, n) => ({
      id: `document ${count + n}`,
      title: text(4),
      text: text(240),
      metadata: { language: n % 2 === 0 ? "en" : "de" },
    }));
    spent.bare += time(() => {
      for (const { title, text } of documents) insert.run(title, text);
    });
    for (const document of documents) puts.push(time(() => store.put("docs", document)));
    count += BATCH;
  }
  spent.put = puts.reduce((sum, ms) => sum + ms, 0);
  const early = count < DOCUMENTS ? ` (ended early, ${DOCUMENTS} were planned)` : "";
  console.log(`${count} documents${early}`);
  console.log(`A  plain FTS5 insert      ${rate(count, spent.bare)} per second`);
  console.log(
    `B  put                    ${rate(count, spent.put)} per second, p50 ${
      quantile(puts, 0.5).toFixed(3)
    } ms, p99 ${quantile(puts, 0.99).toFixed(1)} ms`,
  );
  console.log(`   ratio of time          ${(spent.put / spent.bare).toFixed(1)}`);
}

function search(store: KnowledgeStore, bare: DatabaseSync): void {
  const select = bare.prepare(
    "select rowid, snippet(documents, 1, '', '', '…', 32) as snippet from documents where documents match ? order by rank limit 10",
  );
  console.log(`${"search, p50".padEnd(26)}${"A".padStart(12)}${"B".padStart(12)}${"ratio".padStart(8)}`);
  for (const [name, query] of Object.entries(QUERIES)) {
    const times = { bare: [] as number[], search: [] as number[] };
    const expression = query.startsWith('"') ? query : query.split(" ").join(" OR ");
    const metadata = name.endsWith("language") ? { language: "de" } : {};
    for (let n = 0; n < SEARCHES; n++) {
      times.bare.push(time(() => select.all(expression)));
      times.search.push(time(() => store.search("docs", { query, metadata })));
    }
    const [a, b] = [quantile(times.bare, 0.5), quantile(times.search, 0.5)];
    console.log(
      `${name.padEnd(26)}${`${a.toFixed(2)} ms`.padStart(12)}${`${b.toFixed(2)} ms`.padStart(12)}${
        (b / a).toFixed(1).padStart(8)
      }`,
    );
  }
}

function openBare(path: string): DatabaseSync {
  const db = new DatabaseSync(path);
  db.exec("pragma journal_mode = wal; pragma synchronous = normal");
  db.exec("create virtual table documents using fts5 (title, body)");
  return db;
}

function time(work: () => unknown): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}

function rate(count: number, ms: number): string {
  return Math.round(count / ms * 1000).toString().padStart(6);
}

function quantile(times: readonly number[], part: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * part)] ?? NaN;
}
