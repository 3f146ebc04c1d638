import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { findTidyJournal, openTidyJournal } from "../../../../src/store/journal/tidy_journal.ts";
import { makeTestDir, newRun, question } from "../../../fixtures/journal/samples.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

Deno.test("openTidyJournal() marks runs whose owner is dead, ends those that waited too long, and owns none", () => {
  using data = makeTestDir();
  const journal = data.open();
  const [dead, waiting, forgotten] = [newRun(), newRun(), newRun()].map((run) => journal.begin(run));
  for (const [runId, askedAt] of [[waiting, Date.now()], [forgotten, Date.now() - 8 * DAY_MS]] as const) {
    journal.openInteraction(runId ?? "", question("a"), { startOrder: 0, askedAt });
  }
  {
    using tidy = openTidyJournal(data.dir);
    assertEquals([dead, waiting, forgotten].map((runId) => tidy.get(runId ?? "")?.status), [
      "interrupted",
      "waiting_for_input",
      "timeout",
    ]);
  }
  assertEquals(Array.from(Deno.readDirSync(data.dir), ({ name }) => name).includes("hosts"), false);
});

Deno.test("findTidyJournal() makes nothing where there is no journal", () => {
  using data = makeTestDir();
  const dir = join(data.dir, "none");
  assertEquals(findTidyJournal(dir), undefined);
  assertEquals(Array.from(Deno.readDirSync(data.dir)), []);
});

Deno.test("findTidyJournal() opens the journal that there is", () => {
  using data = makeTestDir();
  const runId = data.open().begin(newRun());
  using journal = findTidyJournal(data.dir);
  assertEquals(journal?.list().runs.map((run) => run.runId), [runId]);
});
