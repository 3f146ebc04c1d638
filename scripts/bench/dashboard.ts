// deno-lint-ignore-file no-console -- a bench prints its table
// How long the dashboard takes for its pages with 100,000 recorded runs, and for runs with 10,000 steps and lines.
import { join } from "@std/path";
import { DesktopDatabase } from "../../src/desktop/data/desktop_database.ts";
import type { RunChange } from "../../src/desktop/data/run_change.ts";
import { createApp } from "../../src/desktop/web/app.tsx";
import { Session } from "../../src/desktop/web/security/session.ts";

const RUNS = 100_000;
const PARTS = 10_000;
const ROUNDS = 20;
const PORT = 4000;
/** What a list may take, and a run with many parts: milliseconds on the server; the browser needs some of its second. */
const LIST_MS = 50;
const RUN_MS = 500;

const PROJECT = {
  desktopProjectId: "demo-0001",
  projectName: "invoice-triage",
  entrypointId: "main",
  entrypointTitle: "Main",
};
const BIG = "20260101-big1";

const dir = await Deno.makeTempDir({ prefix: "workflow-code-bench-" });
try {
  using database = new DesktopDatabase(join(dir, "user-data"));
  fill(database);
  const session = new Session(PORT);
  const app = createApp({
    dashboard: {
      database,
      hosts: {
        spec: () => Promise.resolve({ entrypoints: [] }),
        resolveParams: () => Promise.resolve({}),
        start: () => Promise.resolve(""),
        pending: () => [],
        answer: () => Promise.resolve(),
        resume: () => Promise.resolve(),
        cancel: () => Promise.resolve(),
      },
      registry: { add: () => Promise.reject(new Error("none")), remove: () => Promise.resolve() },
      define: () => Promise.resolve({ definition: "", clients: [] }),
      userData: { dir, dataDir: dir },
      version: "0",
      now: Date.now,
      onFault: (error) => console.error(error),
    },
    session,
    port: PORT,
    signal: new AbortController().signal,
  });
  const headers = { host: `127.0.0.1:${PORT}`, cookie: session.toSetCookie().split(";")[0] ?? "" };
  const visit = async (path: string) => {
    const before = performance.now();
    const response = await app.request(`http://127.0.0.1:${PORT}${path}`, { headers });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
    return { ms: performance.now() - before, text };
  };
  const next = /href="([^"]*cursor=[^"]*)"/.exec((await visit("/")).text)?.[1]?.replaceAll("&amp;", "&") ??
    "/";
  const pages: [string, string, number][] = [
    ["Home", "/", LIST_MS],
    ["Home, next page", next, LIST_MS],
    ["Home, failed only", "/?status=failed", LIST_MS],
    ["Home, found text", "/?q=main", LIST_MS],
    ["Home, text of one old run", "/?q=20260101-000009", LIST_MS],
    ["history of a project", "/projects/demo-0001/history", LIST_MS],
    ["a run", "/runs/20260101-000009", LIST_MS],
    [`diagram, ${PARTS} steps`, `/runs/${BIG}/diagram`, RUN_MS],
    [`diagram, each of ${PARTS} steps`, `/runs/${BIG}/diagram?each=1`, RUN_MS],
    [`log, ${PARTS} lines`, `/runs/${BIG}/logs`, RUN_MS],
  ];
  for (const [what, path, budget] of pages) {
    const times: number[] = [];
    for (let round = -2; round < ROUNDS; round++) {
      const { ms } = await visit(path);
      if (round >= 0) times.push(ms); // The first ones warm up.
    }
    times.sort((a, b) => a - b);
    const [p50 = 0, p95 = 0] = [times[ROUNDS / 2], times[Math.floor(ROUNDS * 0.95)]];
    const verdict = p50 <= budget ? "within" : "MISSES";
    console.log(
      `${what.padEnd(32)} p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, ${verdict} ${budget} ms`,
    );
  }
} finally {
  await Deno.remove(dir, { recursive: true });
}

function fill(database: DesktopDatabase): void {
  database.addProject({
    id: PROJECT.desktopProjectId,
    projectId: "11111111-1111-4111-8111-111111111111",
    name: PROJECT.projectName,
    dir,
    addedAt: 0,
    allowInheritEnv: [],
    allowRead: [],
  });
  const start = Date.now() - RUNS * 1000;
  for (let first = 0; first < RUNS; first += 5000) {
    database.record(
      Array.from(
        { length: 5000 },
        (_, index) =>
          toRun(`20260101-${String(first + index).padStart(6, "0")}`, start + (first + index) * 1000),
      ).flat(),
    );
  }
  const at = Date.now();
  const nodes = Array.from({ length: PARTS }, (_, index) => toNode(index, at));
  const edges = nodes.slice(1).map(({ id }, index) => ({ from: nodes[index]?.id ?? "", to: id }));
  database.record([
    ...toRun(BIG, at, { nodes, edges }),
    ...nodes.map(({ id }, index): RunChange => ({
      type: "log",
      runId: BIG,
      line: {
        at: at + index,
        stream: "info",
        node: id,
        text: `fetched page ${index} and looked at what is on it`,
      },
    })),
  ]);
}

function toRun(runId: string, at: number, more: { nodes?: unknown[]; edges?: unknown[] } = {}): RunChange[] {
  const status = at % 7000 < 1000 ? "failed" as const : "success" as const;
  const report = JSON.stringify({
    reportVersion: 1,
    runId,
    projectId: "11111111-1111-4111-8111-111111111111",
    entrypointId: "main",
    entrypointTitle: "Main",
    status,
    params: { prompt: "Analyze the attachments" },
    nodes: [],
    edges: [],
    interactions: [],
    error: null,
    result: { errCode: 0, errMsg: "", data: { output: { text: "Nothing is odd" } } },
    ...more,
  });
  const statuses = [{ status: "running", at }] as const;
  const begun = {
    type: "begun",
    runId,
    ...PROJECT,
    source: "mcp",
    owner: "owner-1",
    startedAt: at,
    statuses,
  } as const;
  return [
    { ...begun, mcpInput: "{}", cliArgs: [], report },
    { type: "status", runId, status, at: at + 900, report },
  ];
}

function toNode(index: number, at: number) {
  const id = index === 0 ? "fetch" : `fetch#${index + 1}`;
  const startedAt = new Date(at + index).toISOString();
  return { id, title: id, parent: null, status: "success", startedAt, durationMs: 1, attempts: 1 };
}
