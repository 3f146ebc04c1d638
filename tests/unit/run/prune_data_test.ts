import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { describePruned } from "../../../src/run/describe_pruned.ts";
import { pruneDaily } from "../../../src/run/prune_daily.ts";
import { pruneData } from "../../../src/run/prune_data.ts";
import { toScratchLock } from "../../../src/run/scratch_lock.ts";
import { CreatedFiles } from "../../../src/store/created_files.ts";
import { holdLock } from "../../../src/store/process_lock.ts";
import { makeTestDir, newRun, report, type TestDir } from "../../fixtures/journal/samples.ts";

const DAY = 24 * 60 * 60 * 1000;

/** Begins runs that each make a file: one that ended at the given time, one that goes on. */
function fill(data: TestDir, endedAt: number): { readonly ended: string; readonly waiting: string } {
  const journal = data.open();
  const created = new CreatedFiles(join(data.dir, "created", newRun().projectId));
  const [ended, waiting] = [journal.begin(newRun({ startedAt: endedAt })), journal.begin(newRun())];
  for (const runId of [ended, waiting]) created.saveOutput(runId, "1234");
  journal.setStatus(waiting, "waiting_for_input");
  journal.finish(ended, report(ended, "success"), { at: endedAt });
  return { ended, waiting };
}

const tempDirOf = ({ dir }: TestDir) => join(dir, "temp");

Deno.test("pruneData() removes old runs with the files that they made; a dry run counts the same and removes nothing", async () => {
  using data = makeTestDir();
  const { ended, waiting } = fill(data, Date.now() - 40 * DAY);
  const options = { dataDir: data.dir, olderThan: 30 * DAY, tempDir: tempDirOf(data) };
  const dry = await pruneData({ ...options, isDryRun: true });
  assertEquals(data.open().list().runs.length, 2);
  const done = await pruneData(options);
  for (const found of [dry, done]) {
    assertEquals([found.runs.count, found.createdFiles], [1, { count: 1, bytes: 4 }]);
  }
  assert(done.bytes >= 4);
  assertEquals(data.open().list().runs.map(({ runId }) => runId), [waiting]);
  assertEquals(new CreatedFiles(join(data.dir, "created", newRun().projectId)).runs(), [waiting]);
  assertEquals(data.open().get(ended), undefined);
  assertEquals((await pruneData(options)).bytes, 0);
});

Deno.test("pruneData() leaves folders alone that were not named, and prunes those that were", async () => {
  using data = makeTestDir();
  const { ended, waiting } = fill(data, Date.now() - 40 * DAY);
  const elsewhere = join(data.dir, "elsewhere");
  const created = new CreatedFiles(elsewhere);
  for (const runId of [ended, waiting, "20200101-aaaa"]) created.saveOutput(runId, "1");
  const options = { dataDir: data.dir, olderThan: 30 * DAY, tempDir: tempDirOf(data) };
  await pruneData(options);
  assertEquals(created.runs().length, 3);
  assertEquals((await pruneData({ ...options, fileCreateStoreDir: elsewhere })).createdFiles.count, 1);
  assertEquals(created.runs().sort(), ["20200101-aaaa", waiting]);
});

Deno.test("pruneData() removes the folders of executors that are no more, and none of one that is alive", async () => {
  using data = makeTestDir();
  const tempDir = tempDirOf(data);
  const make = (age: number) => {
    const path = join(tempDir, `workflow-code-${crypto.randomUUID()}`);
    Deno.mkdirSync(path, { recursive: true });
    return { path, age: () => Deno.utimeSync(path, (Date.now() - age) / 1000, (Date.now() - age) / 1000) };
  };
  const [alive, dead, lockless, young] = [make(2 * DAY), make(2 * DAY), make(2 * DAY), make(0)];
  const other = join(tempDir, "workflow-code-of-somebody");
  Deno.mkdirSync(other);
  using _lock = holdLock(toScratchLock(alive.path));
  Deno.writeTextFileSync(toScratchLock(dead.path), "");
  for (const folder of [alive, dead, lockless, young]) folder.age();
  const { leftovers } = await pruneData({ dataDir: data.dir, olderThan: 30 * DAY, tempDir });
  assertEquals(leftovers.count, 2);
  assertEquals(
    Array.from(Deno.readDirSync(tempDir), ({ name }) => join(tempDir, name)).sort(),
    [alive.path, young.path, other].sort(),
  );
});

Deno.test("pruneData() names a store that it cannot prune, and prunes the others", async () => {
  using data = makeTestDir();
  fill(data, Date.now() - 40 * DAY);
  const damaged = join(data.dir, "kv", "project", "kv.sqlite");
  Deno.mkdirSync(join(damaged, ".."), { recursive: true });
  Deno.writeTextFileSync(damaged, "no database".repeat(100));
  const options = { dataDir: data.dir, olderThan: 30 * DAY, tempDir: tempDirOf(data) };
  const { failures, createdFiles } = await pruneData(options);
  assertEquals([failures.length, createdFiles.count], [1, 1]);
  assertStringIncludes(failures[0] ?? "", `Cannot open the KV store at ${damaged}: it is damaged`);
});

Deno.test("pruneDaily() does it once a day, for what ended half a year ago, and makes no data dir", async () => {
  using data = makeTestDir();
  const now = Date.now();
  fill(data, now - 181 * DAY);
  fill(data, now - 179 * DAY);
  const where = { tempDir: tempDirOf(data) };
  const first = await pruneDaily(data.dir, { now, ...where });
  assertEquals([first?.runs.count, first?.createdFiles.count], [1, 1]);
  assertEquals(await pruneDaily(data.dir, { now: now + DAY - 1000, ...where }), undefined);
  assertEquals((await pruneDaily(data.dir, { now: now + 2 * DAY, ...where }))?.runs.count, 1);
  assertEquals(await pruneDaily(join(data.dir, "none"), where), undefined);
  assertEquals(Array.from(Deno.readDirSync(data.dir), ({ name }) => name).includes("none"), false);
});

Deno.test("describePruned() tells of runs, and not of what can be made again", () => {
  const none = { count: 0, bytes: 0 };
  const report = {
    runs: none,
    createdFiles: none,
    importedFiles: none,
    bundles: { count: 3, bytes: 9 },
    kvEntries: 1,
    leftovers: none,
    bytes: 9,
    failures: [],
  };
  assertEquals([undefined, report].map(describePruned), [undefined, undefined]);
  assertEquals(
    describePruned({ ...report, runs: { count: 2, bytes: 0 } }),
    "removed 2 runs that ended more than 180 days ago, with the files that they made in the data dir\n",
  );
  assertEquals(describePruned({ ...report, failures: ["a", "b"] }), "a\nb\n");
});
