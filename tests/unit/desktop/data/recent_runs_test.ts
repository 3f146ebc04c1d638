import { assertEquals } from "@std/assert";
import type { RecentRunsOptions } from "../../../../src/desktop/data/desktop_database.ts";
import { begun, TempDesktop } from "../../../fixtures/desktop/samples.ts";

/** Five runs, two of which began at the same time. */
function fill(desktop: TempDesktop): void {
  desktop.database.record([
    begun("20260101-aaaa", { startedAt: 1 }),
    begun("20260101-bbbb", { startedAt: 2, projectName: "Größen", desktopProjectId: "p2" }),
    begun("20260101-cccc", { startedAt: 2, entrypointTitle: "100% sure" }),
    begun("20260101-dddd", { startedAt: 3.5, desktopProjectId: "p2" }),
    begun("20260101-eeee", { startedAt: 4 }),
    { type: "status", runId: "20260101-aaaa", status: "success", at: 9 },
    { type: "status", runId: "20260101-dddd", status: "failed", at: 9 },
  ]);
}

function idsOf(desktop: TempDesktop, options: Partial<RecentRunsOptions>): string[] {
  return desktop.database.recentRuns({ limit: 10, ...options }).runs.map(({ runId }) => runId.slice(-4));
}

Deno.test("recentRuns() gives every run once over its pages, the newest first", () => {
  using desktop = new TempDesktop();
  fill(desktop);
  const pages: string[][] = [];
  let cursor: string | undefined;
  do {
    const page = desktop.database.recentRuns({ limit: 2, ...(cursor === undefined ? {} : { cursor }) });
    pages.push(page.runs.map(({ runId }) => runId.slice(-4)));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  assertEquals(pages, [["eeee", "dddd"], ["cccc", "bbbb"], ["aaaa"]]);
});

Deno.test("recentRuns() begins at the top for a cursor that is none", () => {
  using desktop = new TempDesktop();
  fill(desktop);
  assertEquals(idsOf(desktop, { cursor: "'; drop table runs", limit: 1 }), ["eeee"]);
});

Deno.test("recentRuns() filters by project, by one status and by several", () => {
  using desktop = new TempDesktop();
  fill(desktop);
  assertEquals(idsOf(desktop, { desktopProjectId: "p2" }), ["dddd", "bbbb"]);
  assertEquals(idsOf(desktop, { status: "failed" }), ["dddd"]);
  assertEquals(idsOf(desktop, { status: ["success", "failed"] }), ["dddd", "aaaa"]);
  assertEquals(idsOf(desktop, { status: "running", desktopProjectId: "p2" }), ["bbbb"]);
});

Deno.test("recentRuns() searches names and ids, in which % and _ are letters like any other", () => {
  using desktop = new TempDesktop();
  fill(desktop);
  assertEquals(idsOf(desktop, { search: " größen " }), ["bbbb"]);
  assertEquals(idsOf(desktop, { search: "100%" }), ["cccc"]);
  assertEquals(idsOf(desktop, { search: "_" }), []);
  assertEquals(idsOf(desktop, { search: "EEEE" }), ["eeee"]);
});

Deno.test("runCounts() counts by status, of all projects or one", () => {
  using desktop = new TempDesktop();
  fill(desktop);
  assertEquals(desktop.database.runCounts(), { failed: 1, running: 3, success: 1 });
  assertEquals(desktop.database.runCounts({ desktopProjectId: "p2" }), { failed: 1, running: 1 });
});

Deno.test("runCounts() follows what becomes of runs, also when they are recorded twice or removed", () => {
  let now = 0;
  using desktop = new TempDesktop({ now: () => now });
  fill(desktop);
  desktop.database.record([
    begun("20260101-eeee", { startedAt: 4 }),
    { type: "status", runId: "20260101-eeee", status: "waiting_for_input", at: 10 },
    { type: "status", runId: "20260101-eeee", status: "waiting_for_input", at: 11 },
  ]);
  assertEquals(desktop.database.runCounts(), { failed: 1, running: 2, success: 1, waiting_for_input: 1 });
  now = 1000 * 24 * 60 * 60 * 1000;
  desktop.database.prune();
  assertEquals(desktop.database.runCounts(), { running: 2, waiting_for_input: 1 });
});
