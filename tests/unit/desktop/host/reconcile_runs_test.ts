import { assertEquals } from "@std/assert";
import { reconcileRuns } from "../../../../src/desktop/host/reconcile_runs.ts";
import { holdOwner } from "../../../../src/store/journal/owner.ts";
import { begun, TempDesktop } from "../../../fixtures/desktop/samples.ts";

Deno.test("reconcileRuns() marks runs at work whose recorder is dead, and leaves those of the living", () => {
  using desktop = new TempDesktop();
  const { database, dir } = desktop;
  using owner = holdOwner(dir);
  database.record([
    begun("20260101-live", { owner: owner.id }),
    begun("20260101-dead", { owner: crypto.randomUUID() }),
    begun("20260101-wait", { owner: crypto.randomUUID() }),
    { type: "status", runId: "20260101-wait", status: "waiting_for_input", at: 2 },
  ]);
  reconcileRuns(database, { dir, dataDir: `${dir}/data` });
  const statuses = ["live", "dead", "wait"].map((id) => database.run(`20260101-${id}`)?.status);
  assertEquals(statuses, ["running", "interrupted", "waiting_for_input"]);
  assertEquals(database.run("20260101-dead")?.error?.code, "interrupted");
});

Deno.test("reconcileRuns() makes nothing where nothing is in doubt", () => {
  using desktop = new TempDesktop();
  const { database, dir } = desktop;
  reconcileRuns(database, { dir, dataDir: `${dir}/data` });
  assertEquals([...Deno.readDirSync(dir)].some(({ name }) => name === "data"), false);
});
