import { assertEquals } from "@std/assert";
import { begun, TempDesktop } from "../../../fixtures/desktop/samples.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

Deno.test("prune() removes old runs and older logs, never a run that goes on", () => {
  using desktop = new TempDesktop({ now: () => 100 * DAY_MS });
  const { database } = desktop;
  for (const [runId, day] of [["old", 5], ["middle", 50], ["new", 99]] as const) {
    database.record([
      begun(runId, { startedAt: day * DAY_MS }),
      { type: "log", runId, line: { at: 0, stream: "stdout", node: null, text: "x" } },
      { type: "status", runId, status: "success", at: day * DAY_MS },
    ]);
  }
  database.record([begun("waiting", { startedAt: 1 }), {
    type: "status",
    runId: "waiting",
    status: "waiting_for_input",
    at: 2,
  }]);
  assertEquals(database.prune(), { runs: 1, logLines: 1 });
  const left = database.recentRuns({ limit: 10 }).runs.map(({ runId }) => runId);
  assertEquals(left, ["new", "middle", "waiting"]);
  assertEquals([database.logs("middle", { limit: 1 }).length, database.logs("new", { limit: 1 }).length], [
    0,
    1,
  ]);
});

Deno.test("prune() keeps everything where that is set", () => {
  using desktop = new TempDesktop({ now: () => 1000 * DAY_MS });
  const { database } = desktop;
  database.record([begun("old"), { type: "status", runId: "old", status: "success", at: 1 }]);
  database.saveSettings({ keepRunsDays: null, keepLogsDays: null });
  assertEquals(database.prune(), { runs: 0, logLines: 0 });
});
