import { assertEquals, assertThrows } from "@std/assert";
import { join } from "@std/path";
import { DesktopDatabase } from "../../../../src/desktop/data/desktop_database.ts";
import type { RunChange } from "../../../../src/desktop/data/run_change.ts";
import { WorkflowError } from "../../../../src/errors.ts";
import { begun, sampleProject, TempDesktop } from "../../../fixtures/desktop/samples.ts";

Deno.test("the database is private: its file has mode 0600", () => {
  using desktop = new TempDesktop();
  if (Deno.build.os === "windows") return;
  assertEquals((Deno.statSync(join(desktop.dir, "desktop.sqlite")).mode ?? 0) & 0o777, 0o600);
});

Deno.test("a project is read back as it was added, and listed by name", () => {
  using desktop = new TempDesktop();
  const { database } = desktop;
  const second = sampleProject("b", {
    name: "beta",
    allowInheritEnv: ["TOKEN"],
    allowRead: ["/data"],
    mcpServersFile: "/mcp.json",
  });
  const first = sampleProject("a", { name: "Alpha" });
  database.addProject(second);
  database.addProject(first);
  assertEquals(database.project("b"), second);
  assertEquals(database.projects(), [first, second]);
});

Deno.test("setAllowList() replaces all that is granted", () => {
  using desktop = new TempDesktop();
  const { database } = desktop;
  const project = sampleProject("a", { allowInheritEnv: ["OLD"], mcpServersFile: "/mcp.json" });
  database.addProject(project);
  database.setAllowList("a", { allowInheritEnv: ["NEW"], allowRead: ["/x"] });
  const { mcpServersFile: _gone, ...rest } = project;
  assertEquals(database.project("a"), { ...rest, allowInheritEnv: ["NEW"], allowRead: ["/x"] });
});

Deno.test("setAllowList() refuses a project that is not there", () => {
  using desktop = new TempDesktop();
  assertThrows(
    () => desktop.database.setAllowList("nope", { allowInheritEnv: [], allowRead: [] }),
    WorkflowError,
    'There is no project "nope"',
  );
});

Deno.test("relations end with either project, and recorded runs stay", () => {
  using desktop = new TempDesktop();
  const { database } = desktop;
  for (const id of ["a", "b", "c"]) database.addProject(sampleProject(id));
  database.relate("a", "billing", "b");
  database.relate("a", "billing", "c");
  database.relate("a", "archive", "b");
  assertEquals(database.relations("a"), [{ alias: "archive", otherId: "b" }, {
    alias: "billing",
    otherId: "c",
  }]);
  database.record([begun("20260101-aaaa", { desktopProjectId: "b" })]);
  assertEquals(database.removeProject("b"), true);
  assertEquals(database.relations("a"), [{ alias: "billing", otherId: "c" }]);
  assertEquals(database.unrelate("a", "billing"), true);
  assertEquals(database.unrelate("a", "billing"), false);
  assertEquals(database.recentRuns({ limit: 10 }).runs.length, 1);
});

Deno.test("a run is one row through all of its statuses", () => {
  using desktop = new TempDesktop();
  const { database } = desktop;
  const runId = "20260101-aaaa";
  const submission = {
    key: '["tone"]',
    id: "tone",
    action: "accept",
    values: { tone: "formal" },
    at: 3000,
  } as const;
  database.record([begun(runId, { mcpInput: '{"a":1}', cliArgs: ["--a=1"], report: '{"nodes":[]}' })]);
  database.record([{
    type: "status",
    runId,
    status: "waiting_for_input",
    at: 2000,
    report: '{"nodes":[1]}',
  }]);
  database.record([{ type: "submitted", runId, submission }, {
    type: "status",
    runId,
    status: "resumed",
    at: 3000,
  }]);
  assertEquals(database.run(runId)?.report as unknown, { nodes: [1] });
  database.record([{
    type: "status",
    runId,
    status: "failed",
    at: 5000,
    report: '{"nodes":[2]}',
    error: { code: "run_failed", message: "no" },
  }]);
  assertEquals(database.run(runId) as unknown, {
    runId,
    desktopProjectId: "p1",
    projectName: "Invoices",
    entrypointId: "main",
    entrypointTitle: "Main",
    status: "failed",
    source: "mcp",
    startedAt: 1000,
    finishedAt: 5000,
    durationMs: 4000,
    mcpInput: { a: 1 },
    cliArgs: ["--a=1"],
    submissions: [submission],
    statuses: [
      { status: "running", at: 1000 },
      { status: "waiting_for_input", at: 2000 },
      { status: "resumed", at: 3000 },
      { status: "failed", at: 5000 },
    ],
    report: { nodes: [2] },
    error: { code: "run_failed", message: "no" },
  });
});

Deno.test("whoever goes on with a run changes nothing of how it was called", () => {
  using desktop = new TempDesktop();
  const { database } = desktop;
  const runId = "20260101-aaaa";
  database.record([begun(runId, { mcpInput: '{"a":1}', cliArgs: ["--a=1"] })]);
  database.record([{ type: "status", runId, status: "failed", at: 2000 }]);
  const statuses = [{ status: "running", at: 1000 }, { status: "resumed", at: 3000 }] as const;
  database.record([begun(runId, { source: "dashboard", owner: "owner-2", statuses })]);
  const run = database.run(runId);
  assertEquals([run?.source, run?.mcpInput, run?.status, run?.finishedAt], [
    "mcp",
    { a: 1 },
    "resumed",
    undefined,
  ]);
  assertEquals(database.openRuns(), [{ runId, status: "resumed", owner: "owner-2" }]);
});

Deno.test("a call that was refused has a row of its own, and has ended", () => {
  using desktop = new TempDesktop();
  const { database } = desktop;
  const { database: db } = desktop;
  db.record([refused("refused-1")]);
  const run = database.run("refused-1");
  assertEquals([run?.status, run?.finishedAt, run?.error?.code], ["refused", 7000, "invalid_arguments"]);
  assertEquals(database.openRuns(), []);
});

Deno.test("a batch that cannot be recorded is not recorded in part", () => {
  using desktop = new TempDesktop();
  const { database } = desktop;
  database.record([refused("refused-1")]);
  assertThrows(() => database.record([begun("20260101-aaaa"), refused("refused-1")]), WorkflowError);
  assertEquals(database.run("20260101-aaaa"), undefined);
});

Deno.test("changeCount() grows with writes of this and of any other process, and only then", () => {
  using desktop = new TempDesktop();
  const { database, dir } = desktop;
  const before = database.changeCount();
  assertEquals(database.changeCount(), before);
  database.record([begun("20260101-aaaa")]);
  const own = database.changeCount();
  assertEquals(own > before, true);
  using other = new DesktopDatabase(dir);
  other.record([begun("20260101-bbbb")]);
  assertEquals(database.changeCount() > own, true);
});

Deno.test("a request to cancel reaches the run's owner alone, once", () => {
  using desktop = new TempDesktop();
  const { database } = desktop;
  database.record([begun("20260101-aaaa"), begun("20260101-bbbb", { owner: "owner-2" })]);
  for (const runId of ["20260101-aaaa", "20260101-bbbb", "unknown"]) database.requestCancel(runId);
  assertEquals(database.takeCancelRequests("owner-1"), ["20260101-aaaa"]);
  assertEquals(database.takeCancelRequests("owner-1"), []);
  assertEquals(database.takeCancelRequests("owner-2"), ["20260101-bbbb"]);
});

Deno.test("a draft becomes the defaults only when it is used, and stays them when it is changed", () => {
  using desktop = new TempDesktop({ now: () => 5 });
  const { database } = desktop;
  database.addProject(sampleProject("a"));
  assertThrows(() => database.useDraftAsDefaults("a", "main"), WorkflowError, "no draft");
  database.saveDraft("a", "main", { mode: "fast" });
  assertEquals(database.defaults("a").size, 0);
  database.useDraftAsDefaults("a", "main");
  database.saveDraft("a", "main", { mode: "deep" });
  assertEquals(database.draft("a", "main"), {
    values: { mode: "deep" },
    savedAt: 5,
    defaults: { mode: "fast" },
  });
  assertEquals([...database.defaults("a")], [["main", { mode: "fast" }]]);
  database.clearDefaults("a", "main");
  assertEquals(database.draft("a", "main"), { values: { mode: "deep" }, savedAt: 5 });
});

Deno.test("settings have defaults, are saved one by one, and refuse what is no number of days", () => {
  using desktop = new TempDesktop();
  const { database } = desktop;
  database.saveSettings({ keepLogsDays: 7 });
  database.saveSettings({ keepRunsDays: null });
  assertEquals(database.settings(), { keepRunsDays: null, keepLogsDays: 7, keepFilesDays: 180 });
  assertThrows(() => database.saveSettings({ keepFilesDays: 0.5 }), WorkflowError, "found 0.5");
});

Deno.test("takeTurn() gives one turn in a while, also after the clock was set back", () => {
  let now = 10_000;
  using desktop = new TempDesktop({ now: () => now });
  const { database } = desktop;
  assertEquals(database.takeTurn("prune", 5000), true);
  assertEquals(database.takeTurn("prune", 5000), false);
  now = 15_000;
  assertEquals(database.takeTurn("prune", 5000), true);
  now = 100;
  assertEquals(database.takeTurn("prune", 5000), true);
});

function refused(runId: string): RunChange {
  return {
    type: "refused",
    runId,
    desktopProjectId: "p1",
    projectName: "Invoices",
    entrypointId: "main",
    entrypointTitle: "Main",
    source: "mcp",
    at: 7000,
    mcpInput: '{"x":1}',
    error: { code: "invalid_arguments", message: "x is unknown" },
  };
}
