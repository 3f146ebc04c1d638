import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { tidyDesktop } from "../../../../src/desktop/host/tidy_desktop.ts";
import { openJournal } from "../../../../src/store/journal/journal.ts";
import { begun, TempDesktop } from "../../../fixtures/desktop/samples.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

function fail(text: string): never {
  throw new Error(text);
}

Deno.test("tidyDesktop() removes what is older than the settings say, records once and data once a day", async () => {
  using desktop = new TempDesktop();
  const { database, dir } = desktop;
  const dataDir = join(dir, "data");
  using journal = openJournal(dataDir);
  const longAgo = Date.now() - 20 * DAY_MS;
  const runId = journal.begin({
    projectId: "11111111-1111-4111-8111-111111111111",
    projectDir: "/project",
    entrypoint: { id: "main", title: "Main", timeout: 1000, dynamic: false, params: [] },
    values: {},
    files: {},
    bundleId: "b1",
    bundlePath: "/bundles/b1/bundle.js",
    owner: "nobody",
    startedAt: longAgo,
  });
  journal.finish(runId, { runId, status: "success" }, { at: longAgo });
  const old = [begun(runId, { startedAt: longAgo }), {
    type: "status",
    runId,
    status: "success",
    at: longAgo,
  }] as const;
  database.record(old);
  database.saveSettings({ keepRunsDays: 10, keepFilesDays: 10 });
  tidyDesktop(database, { dir, dataDir }, fail);
  assertEquals(database.run(runId), undefined);
  for (let turn = 0; turn < 500 && journal.get(runId); turn++) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  assertEquals(journal.get(runId), undefined);
  database.record(old);
  tidyDesktop(database, { dir, dataDir }, fail);
  assertEquals(database.run(runId)?.status, "success");
});
