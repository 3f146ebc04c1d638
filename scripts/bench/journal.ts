// deno-lint-ignore-file no-console -- a bench prints its table
// What the journal costs a run: each of its calls against one bare insert of the same bytes into a SQLite file with the same
// settings. A B A B, in one process.
import { DatabaseSync } from "node:sqlite";
import { join } from "@std/path";
import { type Journal, openJournal } from "../../src/store/journal/journal.ts";
import type { StepRecord } from "../../src/store/journal/records.ts";
import type { NewRun } from "../../src/store/journal/stored_run.ts";

const ROUNDS = 10;
const CALLS = 200;
/** What a durable step may cost: p50 in milliseconds. */
const BUDGET_MS = 0.5;

const RUN: NewRun = {
  projectId: "11111111-1111-4111-8111-111111111111",
  projectDir: "/project",
  entrypoint: { id: "main", title: "Main", timeout: 1000, dynamic: false, params: [] },
  values: { prompt: "hello" },
  files: {},
  bundleId: "b1",
  bundlePath: "/bundles/b1/bundle.js",
  owner: "owner-1",
  startedAt: Date.now(),
};

const dir = await Deno.makeTempDir({ prefix: "workflow-code-bench-" });
try {
  using journal = openJournal(dir);
  using bare = openBare(join(dir, "bare.sqlite"));
  printTable(measure(journal, bare));
} finally {
  await Deno.remove(dir, { recursive: true });
}

type Times = Readonly<Record<"insert" | "step" | "call", number[]>>;

function measure(journal: Journal, bare: DatabaseSync): Times {
  const times: Times = { insert: [], step: [], call: [] };
  const insert = bare.prepare("insert into bare (run_id, key, record) values (?, ?, ?)");
  for (let round = -1; round < ROUNDS; round++) {
    const runId = journal.begin(RUN);
    const part: Times = { insert: [], step: [], call: [] };
    for (let n = 0; n < CALLS; n++) {
      const step = makeStep(n);
      part.insert.push(time(() => insert.run(runId, step.key, JSON.stringify(step))));
      part.step.push(time(() => journal.recordStep(runId, step)));
      part.call.push(time(() => {
        const runId = journal.begin(RUN);
        journal.finish(runId, { runId, status: "success" });
      }));
    }
    if (round < 0) continue; // The first one warms up.
    for (const name of ["insert", "step", "call"] as const) times[name].push(...part[name]);
  }
  return times;
}

function makeStep(n: number): StepRecord {
  return {
    key: `step-${n}`,
    id: `step-${n}`,
    title: `Step ${n}`,
    parent: null,
    startOrder: 2 * n,
    endOrder: 2 * n + 1,
    startedAt: RUN.startedAt,
    finishedAt: RUN.startedAt,
    attempts: 1,
    outcome: { ok: true, result: { text: "x".repeat(1000) } },
  };
}

function openBare(path: string): DatabaseSync {
  const db = new DatabaseSync(path);
  db.exec("pragma journal_mode = wal; pragma synchronous = normal");
  db.exec("create table bare (run_id text not null, key text not null, record text not null) strict");
  return db;
}

function time(work: () => unknown): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}

function printTable({ insert, step, call }: Times): void {
  console.log(`${ROUNDS * CALLS} of each, A B C A B C               p50        p99    ratio of p50`);
  console.log(`A  bare insert                    ${columns(insert)}    1`);
  console.log(`B  recordStep                     ${columns(step)}    ${ratio(step, insert)}`);
  console.log(`C  begin and finish               ${columns(call)}    ${ratio(call, insert)}`);
  const verdict = quantile(step, 0.5) <= BUDGET_MS ? "within" : "beyond";
  console.log(`recordStep is ${verdict} its budget of ${BUDGET_MS} ms`);
}

function columns(times: readonly number[]): string {
  return [0.5, 0.99].map((part) => `${quantile(times, part).toFixed(3)} ms`.padStart(10)).join(" ");
}

function ratio(times: readonly number[], base: readonly number[]): string {
  return (quantile(times, 0.5) / quantile(base, 0.5)).toFixed(1);
}

function quantile(times: readonly number[], part: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * part)] ?? NaN;
}
