import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { CreatedFiles } from "../../../src/store/created_files.ts";
import { openKvStore } from "../../../src/store/kv/kv_store.ts";
import { pruneStores } from "../../../src/store/prune_stores.ts";
import { makeFolder, type TestFolder } from "../../fixtures/stores/make_folder.ts";

function dirsIn({ path }: TestFolder) {
  return { kv: join(path, "kv"), values: join(path, "values"), created: join(path, "created") };
}

Deno.test("pruneStores() removes what has expired, and the files of runs that are no more", () => {
  using folder = makeFolder();
  const dirs = dirsIn(folder);
  {
    using kv = openKvStore(dirs.kv, { now: () => 1000 });
    kv.set("short", "1", { ttl: 10 });
    kv.set("long", "1", { ttl: 10_000 });
    kv.set("ever", "1");
  }
  const files = new CreatedFiles(dirs.created);
  for (const runId of ["20260101-aaaa", "20260101-bbbb"]) files.saveOutput(runId, "1");
  const removedRuns = ["20260101-aaaa", "20260101-cccc"];
  assertEquals(pruneStores(dirs, { removedRuns, now: 1010 }), { expired: 1 });
  assertEquals(pruneStores(dirs, { removedRuns, now: 1010 }), { expired: 0 });
  assertEquals(folder.names("created"), ["20260101-bbbb", "incoming"]);
  using kv = openKvStore(dirs.kv, { now: () => 1010 });
  assertEquals(kv.list().entries.map(({ key }) => key), ["ever", "long"]);
});

Deno.test("pruneStores() makes no store", () => {
  using folder = makeFolder();
  assertEquals(pruneStores(dirsIn(folder), { removedRuns: ["20260101-aaaa"] }), { expired: 0 });
  assertEquals(folder.names(), []);
});
