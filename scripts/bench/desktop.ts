// What Desktop's pages ask of a database with 100,000 recorded runs (≤ 50 ms a page), and of a run with 10,000 lines of log.
import { DesktopDatabase } from "../../src/desktop/data/desktop_database.ts";
import type { RunChange } from "../../src/desktop/data/run_change.ts";
import { printRows } from "./serve/rows.ts";

const RUNS = 100_000;
const PROJECTS = 20;
const LINES = 10_000;
const ROUNDS = 20;
const STATUSES = [
  "success",
  "success",
  "success",
  "success",
  "success",
  "failed",
  "cancelled",
  "timeout",
] as const;

const dir = await Deno.makeTempDir({ prefix: "workflow-code-bench-" });
try {
  using database = new DesktopDatabase(dir);
  fill(database);
  const second = database.recentRuns({ limit: 50 }).nextCursor ?? "";
  const middle = `${RUNS / 2 * 1000}~run-x`;
  const time = (name: string, work: () => unknown) => ({
    name,
    times: Array.from({ length: ROUNDS }, () => timed(work)),
  });
  printRows([
    time("home: the newest 50", () => database.recentRuns({ limit: 50 })),
    time("home: counts", () => database.runCounts()),
    time("home: the second page", () => database.recentRuns({ limit: 50, cursor: second })),
    time("home: a page in the middle", () => database.recentRuns({ limit: 50, cursor: middle })),
    time(
      "home: failed ones",
      () => database.recentRuns({ limit: 50, status: ["failed", "timeout", "interrupted"] }),
    ),
    time(
      "home: waiting ones, of which there are none",
      () => database.recentRuns({ limit: 50, status: "waiting_for_input" }),
    ),
    time("home: a search that finds much", () => database.recentRuns({ limit: 50, search: "entry" })),
    time(
      "home: a search that finds nothing",
      () => database.recentRuns({ limit: 50, search: "no such thing" }),
    ),
    time("project: the newest 50", () => database.recentRuns({ limit: 50, desktopProjectId: "p7" })),
    time("project: counts", () => database.runCounts({ desktopProjectId: "p7" })),
    time(
      "project: failed ones",
      () => database.recentRuns({ limit: 50, desktopProjectId: "p7", status: "failed" }),
    ),
    time(
      "project: a search that finds nothing",
      () => database.recentRuns({ limit: 50, desktopProjectId: "p7", search: "zzz" }),
    ),
    time("run: everything but its log", () => database.run("run-5000")),
    time(`run: ${LINES} lines of its log`, () => database.logs("run-1", { limit: LINES })),
    time("run: the lines of one step", () => database.logs("run-1", { limit: 1000, node: "step-3" })),
    time("has anything changed?", () => database.changeCount()),
  ]);
} finally {
  await Deno.remove(dir, { recursive: true });
}

function timed(work: () => unknown): number {
  const before = performance.now();
  work();
  return performance.now() - before;
}

function fill(database: DesktopDatabase): void {
  const report = JSON.stringify({
    nodes: Array.from({ length: 5 }, (_, n) => ({ id: `step-${n}` })),
    text: "x".repeat(500),
  });
  for (let n = 0; n < RUNS; n += 1000) {
    database.record(Array.from({ length: 1000 }, (_, k) => toChanges(n + k, report)).flat());
  }
  const text = Array.from({ length: LINES }, (_, n) => `line ${n} ${"x".repeat(60)}`);
  database.record(text.map((line, n): RunChange => ({
    type: "log",
    runId: "run-1",
    line: { at: n, stream: "stdout", node: `step-${n % 10}`, text: line },
  })));
}

function toChanges(n: number, report: string): RunChange[] {
  const runId = `run-${n}`;
  const startedAt = n * 1000;
  const status = STATUSES[n % STATUSES.length] ?? "success";
  return [
    {
      type: "begun",
      runId,
      desktopProjectId: `p${n % PROJECTS}`,
      projectName: `Project ${n % PROJECTS}`,
      entrypointId: `entry-${n % 3}`,
      entrypointTitle: `Entry ${n % 3}`,
      source: "mcp",
      owner: "owner",
      startedAt,
      statuses: [{ status: "running", at: startedAt }],
      mcpInput: '{"text":"x"}',
      cliArgs: ["--text=x"],
      report,
    },
    { type: "status", runId, status, at: startedAt + 500, report },
  ];
}
