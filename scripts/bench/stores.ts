// deno-lint-ignore-file no-console -- a bench prints its table
// What a call of a project's stores costs by way of their worker, against the same SQLite statement in this process on a file with
// the same settings. A B A B.
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { join } from "@std/path";
import { StoreClient } from "../../src/store/store_client.ts";
import type { StoreCall } from "../../src/store/store_protocol.ts";

const ROUNDS = 10;
const CALLS = 200;
/** What a store call may cost: p50 in milliseconds. */
const BUDGET_MS = 0.5;
const RUN = "20260828-abcd";
const JSON_1K = JSON.stringify({ text: "x".repeat(1000) });

/** The same work done twice. */
interface Row {
  readonly name: string;
  readonly bare: (n: number) => unknown;
  readonly call: (n: number) => StoreCall;
  readonly times: { readonly bare: number[]; readonly call: number[] };
}

const dir = await Deno.makeTempDir({ prefix: "workflow-code-bench-" });
try {
  using bare = openBare(join(dir, "bare.sqlite"));
  using client = new StoreClient({
    kv: join(dir, "kv"),
    values: join(dir, "values"),
    created: join(dir, "created"),
  });
  const rows = makeRows(bare);
  for (let round = -1; round < ROUNDS; round++) {
    for (const row of rows) await measure(row, { client, round });
  }
  printTable(rows);
} finally {
  await Deno.remove(dir, { recursive: true });
}

async function measure(
  { bare, call, times }: Row,
  { client, round }: { readonly client: StoreClient; readonly round: number },
): Promise<void> {
  const part = { bare: [] as number[], call: [] as number[] };
  for (let n = 0; n < CALLS; n++) {
    const place = (round + 1) * CALLS + n;
    part.bare.push(await time(() => bare(place)));
    part.call.push(await time(() => client.call(RUN, call(place))));
  }
  if (round < 0) return; // The first one warms up.
  times.bare.push(...part.bare);
  times.call.push(...part.call);
}

function makeRows(db: DatabaseSync): Row[] {
  const row = (name: string, bare: (n: number) => unknown, call: (n: number) => StoreCall): Row => ({
    name,
    bare,
    call,
    times: { bare: [], call: [] },
  });
  const statement = (sql: string): StatementSync => db.prepare(sql);
  const set = statement(
    "insert into kv values (?, ?, null) on conflict do update set value = excluded.value",
  );
  const get = statement("select value from kv where key = ?");
  const replace = statement("update kv set value = ? where key = ? and value is not null");
  const put = statement("insert into documents values (?, ?) on conflict do update set text = excluded.text");
  const document = (n: number) => ({ id: `d${n}`, text: `${JSON_1K} number${n}`, metadata: {} });
  return [
    row(
      "kv.set",
      (n) => set.run(`k${n}`, JSON_1K),
      (n) => ({ method: "kv.set", params: { key: `k${n}`, json: JSON_1K } }),
    ),
    row("kv.get", (n) => get.get(`k${n}`), (n) => ({ method: "kv.get", params: { key: `k${n}` } })),
    row(
      "kv.compareAndSet",
      (n) => replace.run(JSON_1K, `k${n}`),
      (n) => ({ method: "kv.compareAndSet", params: { key: `k${n}`, expected: JSON_1K, json: JSON_1K } }),
    ),
    row(
      "kv.list, 20 entries",
      () => db.prepare("select key, value from kv where key >= ? order by key limit 20").all("k"),
      () => ({ method: "kv.list", params: { prefix: "k", limit: 20 } }),
    ),
    row("value.get", (n) => get.get(`k${n}`), () => ({ method: "value.get", params: { name: "v" } })),
    row(
      "value.set",
      (n) => set.run(`v${n}`, JSON_1K),
      () => ({ method: "value.set", params: { name: "v", json: JSON_1K } }),
    ),
    row(
      "knowledge.put",
      (n) => put.run(`d${n}`, JSON.stringify(document(n))),
      (n) => ({ method: "knowledge.put", params: { collection: "c", document: document(n) } }),
    ),
    row(
      "files.create, 1 KB (A writes a file)",
      (n) => Deno.writeTextFileSync(join(dir, `bare-${n}`), JSON_1K),
      (n) => ({ method: "files.create", params: { name: `f${n}`, data: new TextEncoder().encode(JSON_1K) } }),
    ),
  ];
}

function openBare(path: string): DatabaseSync {
  const db = new DatabaseSync(path);
  db.exec("pragma journal_mode = wal; pragma synchronous = normal");
  db.exec("create table kv (key text primary key, value text not null, expires_at real) strict");
  db.exec("create table documents (id text primary key, text text not null) strict");
  return db;
}

async function time(work: () => unknown): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function printTable(rows: readonly Row[]): void {
  console.log(
    `${`${ROUNDS * CALLS} of each, A B A B`.padEnd(40)}${"A p50".padStart(12)}${"B p50".padStart(12)}${
      "B p99".padStart(12)
    }${"ratio".padStart(8)}`,
  );
  for (const { name, times } of rows) {
    const [bare, call] = [quantile(times.bare, 0.5), quantile(times.call, 0.5)];
    const columns = [bare, call, quantile(times.call, 0.99)].map((ms) => `${ms.toFixed(3)} ms`.padStart(12))
      .join("");
    const verdict = call <= BUDGET_MS ? "" : `  beyond its budget of ${BUDGET_MS} ms`;
    console.log(`${name.padEnd(40)}${columns}${(call / bare).toFixed(1).padStart(8)}${verdict}`);
  }
}

function quantile(times: readonly number[], part: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * part)] ?? NaN;
}
