import { assert, assertEquals } from "@std/assert";
import { toChanges, toNode } from "../fixtures/desktop/run_samples.ts";
import { TestBrowser } from "./harness/browser.ts";
import { TestDashboard } from "./harness/dashboard.ts";

const PARTS = 10_000;
const OPENS_MS = 1000;
const RUN = "20260101-big1";

Deno.test("a run with 10,000 steps and lines opens within a second, and scrolls to its last line", async () => {
  await using dashboard = await TestDashboard.start();
  await using browser = await TestBrowser.start();
  const { page, faults } = await browser.open();
  await page.goto(dashboard.url);
  const startedAt = Date.now() - PARTS;
  const names = Array.from({ length: PARTS }, (_, index) => `step-${index}`);
  {
    using database = dashboard.desktop.database();
    database.record(toChanges({
      runId: RUN,
      status: "success",
      startedAt,
      durationMs: PARTS,
      nodes: names.map((name, index) => toNode(name, [startedAt + index, 1])),
      edges: names.slice(1).map((to, index) => ({ from: names[index] ?? "", to })),
      logs: names.map((node) => ({
        stream: "info",
        node,
        text: `${node} has looked at a page and found nothing odd`,
      })),
    }));
  }
  for (const tab of ["diagram", "logs"]) {
    const times: number[] = [];
    for (let round = 0; round < 8; round++) {
      const before = performance.now();
      await page.goto(dashboard.at(`/runs/${RUN}/${tab}`), { waitUntil: "load" });
      times.push(performance.now() - before);
    }
    assert(Math.min(...times) <= OPENS_MS, `${tab} opened within ${times.map(Math.round).join(", ")} ms`);
  }
  assertEquals(await page.locator(".log li").count(), PARTS);
  const last = page.locator(".log li").last();
  await last.scrollIntoViewIfNeeded();
  assert(await last.isVisible());
  assertEquals(faults, []);
});
