import { assertEquals } from "@std/assert";
import { cancelWaitingRun } from "../../../../src/desktop/host/cancel_waiting_run.ts";
import { openJournal } from "../../../../src/store/journal/journal.ts";
import type { NewRun } from "../../../../src/store/journal/stored_run.ts";

const RUN: NewRun = {
  projectId: "11111111-1111-4111-8111-111111111111",
  projectDir: "/project",
  entrypoint: { id: "main", title: "Main", timeout: 1000, dynamic: false, params: [] },
  values: {},
  files: {},
  bundleId: "b1",
  bundlePath: "/bundles/b1/bundle.js",
  owner: "nobody",
  startedAt: 1,
};

/** A data dir with a run that waits. */
function tempRun() {
  const dir = Deno.makeTempDirSync();
  const journal = openJournal(dir);
  const runId = journal.begin(RUN);
  journal.openInteraction(runId, {
    key: '["go"]',
    id: "go",
    kind: "approve",
    message: "Go?",
    fields: [],
    node: null,
  }, { startOrder: 1, askedAt: Date.now() });
  return {
    dir,
    journal,
    runId,
    [Symbol.dispose]: () => {
      journal[Symbol.dispose]();
      Deno.removeSync(dir, { recursive: true });
    },
  };
}

Deno.test("cancelWaitingRun() ends a run that waits, with a report", () => {
  using temp = tempRun();
  assertEquals(cancelWaitingRun(temp.dir, temp.runId), true);
  const run = temp.journal.get(temp.runId);
  assertEquals([run?.status, run?.report?.status], ["cancelled", "cancelled"]);
  assertEquals(temp.journal.pending(temp.runId), []);
});

Deno.test("cancelWaitingRun() leaves alone what has ended, and what there never was", () => {
  using temp = tempRun();
  cancelWaitingRun(temp.dir, temp.runId);
  assertEquals([cancelWaitingRun(temp.dir, temp.runId), cancelWaitingRun(temp.dir, "20260101-none")], [
    false,
    false,
  ]);
});
