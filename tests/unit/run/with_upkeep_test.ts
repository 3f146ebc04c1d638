import { assertEquals } from "@std/assert";
import { withUpkeep } from "../../../src/run/with_upkeep.ts";
import { openHostJournal } from "../../../src/store/journal/host_journal.ts";
import { makeTestDir, newRun, question } from "../../fixtures/journal/samples.ts";

const DAY = 24 * 60 * 60 * 1000;

Deno.test("withUpkeep() marks runs whose process died and ends those that waited for too long, while the host lives", async () => {
  using data = makeTestDir();
  const journal = data.open();
  const pruned: string[] = [];
  const prune = (dir: string) => {
    pruned.push(dir);
    return Promise.resolve(undefined);
  };
  const options = { dataDir: data.dir, onLog: () => {}, everyMs: 5, prune };
  using host = withUpkeep(openHostJournal(data.dir), options);
  const own = journal.begin(newRun({ owner: host.owner }));
  const orphan = journal.begin(newRun({ owner: "dead" }));
  const late = journal.begin(newRun());
  journal.openInteraction(late, question("a"), { startOrder: 0, askedAt: Date.now() - 8 * DAY });
  const statuses = () => [own, orphan, late].map((runId) => journal.get(runId)?.status);
  const end = Date.now() + 5000;
  while (statuses()[2] !== "timeout" && Date.now() < end) await new Promise((done) => setTimeout(done, 5));
  assertEquals(statuses(), ["running", "interrupted", "timeout"]);
  assertEquals(pruned[0], data.dir);
});

Deno.test("withUpkeep() tells of a failure and goes on", async () => {
  using data = makeTestDir();
  const logs: string[] = [];
  const opened = openHostJournal(data.dir);
  const broken = { ...opened, journal: data.open(), [Symbol.dispose]: () => opened[Symbol.dispose]() };
  broken.journal[Symbol.dispose]();
  using _host = withUpkeep(broken, { dataDir: data.dir, onLog: (text) => logs.push(text), everyMs: 5 });
  const end = Date.now() + 5000;
  while (logs.length < 2 && Date.now() < end) await new Promise((done) => setTimeout(done, 5));
  assertEquals(logs.length >= 2 && logs.every((text) => text.includes("run journal")), true, logs.join());
});
