import { assertEquals, assertRejects } from "@std/assert";
import { join } from "@std/path";
import { WorkflowError } from "../../../../src/errors.ts";
import { CreatedFiles } from "../../../../src/store/created_files.ts";
import { openKvStore } from "../../../../src/store/kv/kv_store.ts";
import { pruneCreatedFiles } from "../../../../src/store/prune/prune_created_files.ts";
import { pruneImportedFiles } from "../../../../src/store/prune/prune_imported_files.ts";
import { pruneKv } from "../../../../src/store/prune/prune_kv.ts";
import { Remover } from "../../../../src/store/prune/remover.ts";
import { makeFolder, type TestFolder } from "../../../fixtures/stores/make_folder.ts";

const DAY = 24 * 60 * 60 * 1000;

/** Writes a file that was changed some days ago. */
function write({ path }: TestFolder, name: string, { text = "1234", days = 2 } = {}): string {
  const file = join(path, name);
  Deno.mkdirSync(join(file, ".."), { recursive: true });
  Deno.writeTextFileSync(file, text);
  const time = (Date.now() - days * DAY) / 1000;
  Deno.utimeSync(file, time, time);
  return file;
}

const id = (digit: string) => digit.repeat(64);

Deno.test("pruneImportedFiles() removes what no run needs and nobody has just imported", async () => {
  using folder = makeFolder();
  write(folder, `aa/${id("a")}`);
  write(folder, `aa/${id("b")}`);
  write(folder, `aa/${id("c")}`, { days: 0.5 });
  write(folder, "incoming/left");
  write(folder, "incoming/now", { days: 0 });
  write(folder, "aa/a file of somebody");
  const remover = new Remover(false);
  const options = { inUse: new Set([id("a")]), now: Date.now(), olderThan: DAY, remover };
  await pruneImportedFiles(folder.path, options);
  assertEquals(folder.names("aa"), ["a file of somebody", id("a"), id("c")]);
  assertEquals(folder.names("incoming"), ["now"]);
  assertEquals(remover.removed, { count: 2, bytes: 8 });
  await pruneImportedFiles(join(folder.path, "there is none"), options);
});

Deno.test("pruneCreatedFiles() removes the folders of removed runs and what is half-written for long", async () => {
  using folder = makeFolder();
  const files = new CreatedFiles(folder.path);
  for (const runId of ["20260101-aaaa", "20260101-bbbb"]) files.saveOutput(runId, "12");
  write(folder, "incoming/left");
  write(folder, "incoming/now", { days: 0 });
  write(folder, "notes of somebody.txt");
  const remover = new Remover(false);
  const removedAmong = (ids: readonly string[]) => ids.filter((runId) => runId.endsWith("-aaaa"));
  await pruneCreatedFiles(folder.path, { removedAmong, now: Date.now(), abandonedMs: DAY, remover });
  assertEquals(folder.names(), ["20260101-bbbb", "incoming", "notes of somebody.txt"]);
  assertEquals(folder.names("incoming"), ["now"]);
  assertEquals(remover.removed, { count: 2, bytes: 6 });
});

Deno.test("pruneKv() removes what has expired, counts it in a dry run, and makes no store", () => {
  using folder = makeFolder();
  assertEquals(pruneKv(folder.path, { now: 0, isDryRun: false }), 0);
  assertEquals(folder.names(), []);
  {
    using kv = openKvStore(folder.path, { now: () => 1000 });
    kv.set("short", "1", { ttl: 10 });
    kv.set("long", "1", { ttl: 10_000 });
    kv.set("ever", "1");
  }
  const counts = [true, false, false].map((isDryRun) => pruneKv(folder.path, { now: 1010, isDryRun }));
  assertEquals(counts, [1, 1, 0]);
  using kv = openKvStore(folder.path, { now: () => 1010 });
  assertEquals(kv.list().entries.map(({ key }) => key), ["ever", "long"]);
});

Deno.test("Remover only counts in a dry run", async () => {
  using folder = makeFolder();
  const remover = new Remover(true);
  write(folder, "a/b/c");
  write(folder, "a/d");
  for (const name of ["a", "gone"]) await remover.remove(join(folder.path, name));
  assertEquals([remover.removed, folder.names("a")], [{ count: 1, bytes: 8 }, ["b", "d"]]);
});

Deno.test("Remover puts back what is needed after all", async () => {
  using folder = makeFolder();
  const path = write(folder, "a");
  const remover = new Remover(false);
  await remover.remove(path, (aside) => {
    assertEquals([folder.names().includes("a"), Deno.readTextFileSync(aside)], [false, "1234"]);
    return true;
  });
  assertEquals([remover.removed, folder.names()], [{ count: 0, bytes: 0 }, ["a"]]);
});

Deno.test("Remover removes a link and not what it leads to", async () => {
  using folder = makeFolder();
  write(folder, "kept/file");
  Deno.symlinkSync("kept", join(folder.path, "link"), { type: "dir" });
  await new Remover(false).remove(join(folder.path, "link"));
  assertEquals([folder.names(), folder.names("kept")], [["kept"], ["file"]]);
});

Deno.test("pruneImportedFiles() names the store that it cannot prune", async () => {
  using folder = makeFolder();
  write(folder, `aa/${id("a")}`);
  const remover = new Remover(false);
  remover.remove = () => Promise.reject(new Error("Read-only file system"));
  const { message } = await assertRejects(
    () => pruneImportedFiles(folder.path, { inUse: new Set(), now: Date.now(), olderThan: DAY, remover }),
    WorkflowError,
  );
  assertEquals(
    message,
    `Cannot remove what is not needed from the file store at ${folder.path}: Read-only file system`,
  );
});
