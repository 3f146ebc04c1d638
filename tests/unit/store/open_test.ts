import { assertEquals, assertThrows } from "@std/assert";
import { DatabaseSync } from "node:sqlite";
import { join } from "@std/path";
import { WorkflowError } from "../../../src/errors.ts";
import { openStore, type StoreDefinition } from "../../../src/store/open.ts";
import { toStoreError } from "../../../src/store/store_error.ts";

const STORE: StoreDefinition = {
  name: "shelf",
  migrations: ["create table one (a text) strict", "create table two (b text) strict"],
};

Deno.test("openStore() makes folder and files for their owner alone", () => {
  using folder = makeFolder();
  const dir = join(folder.path, "a", "b");
  using db = openStore(join(dir, "shelf.sqlite"), STORE);
  db.exec("insert into one values ('x')");
  if (Deno.build.os === "windows") return;
  const modes = Array.from(Deno.readDirSync(dir), ({ name }) => [name, modeOf(join(dir, name))]);
  assertEquals(modeOf(dir), 0o700);
  assertEquals(modes.sort(), [
    ["shelf.sqlite", 0o600],
    ["shelf.sqlite-shm", 0o600],
    ["shelf.sqlite-wal", 0o600],
  ]);
});

Deno.test("openStore() takes an older store through the steps that it lacks, and keeps what is in it", () => {
  using folder = makeFolder();
  const path = join(folder.path, "shelf.sqlite");
  {
    using old = openStore(path, { ...STORE, migrations: STORE.migrations.slice(0, 1) });
    old.exec("insert into one values ('kept')");
  }
  using db = openStore(path, STORE);
  assertEquals({ ...db.prepare("select one.a, (select count(*) from two) n from one").get() }, {
    a: "kept",
    n: 0,
  });
  assertEquals({ ...db.prepare("pragma user_version").get() }, { user_version: 2 });
});

Deno.test("openStore() does all steps or none", () => {
  using folder = makeFolder();
  const path = join(folder.path, "shelf.sqlite");
  const broken = { ...STORE, migrations: [...STORE.migrations, "create table two (b text) strict"] };
  assertThrows(() => openStore(path, broken), WorkflowError, `Cannot open the shelf at ${path}`);
  using db = openStore(path, { ...STORE, migrations: [] });
  assertEquals(db.prepare("select name from sqlite_schema").all(), []);
});

Deno.test("openStore() refuses a store of a newer version and leaves it as it was", () => {
  using folder = makeFolder();
  const path = join(folder.path, "shelf.sqlite");
  {
    using newer = new DatabaseSync(path);
    newer.exec("create table three (c text); pragma user_version = 99");
  }
  const before = Deno.readFileSync(path);
  const error = assertThrows(
    () => openStore(path, STORE),
    WorkflowError,
    "Cannot open the shelf: it was written by a newer version of Workflow Code (version 99, this one knows 2)",
  );
  assertEquals(error.code, "store_failed");
  assertEquals([Deno.readFileSync(path), folder.names()], [before, ["shelf.sqlite"]]);
});

Deno.test("openStore() names a damaged store and leaves it as it was", () => {
  using folder = makeFolder();
  const path = join(folder.path, "shelf.sqlite");
  Deno.writeTextFileSync(path, "this is no database, but as long as the header of one".repeat(20));
  const before = Deno.readFileSync(path);
  assertThrows(
    () => openStore(path, STORE),
    WorkflowError,
    `Cannot open the shelf at ${path}: it is damaged and has been left untouched`,
  );
  assertEquals([Deno.readFileSync(path), folder.names()], [before, ["shelf.sqlite"]]);
});

Deno.test("a store that is damaged further down is left as it was", () => {
  using folder = makeFolder();
  const path = join(folder.path, "shelf.sqlite");
  {
    using db = openStore(path, STORE);
    for (let n = 0; n < 100; n++) db.prepare("insert into one values (?)").run("x".repeat(1000));
  }
  const bytes = Deno.readFileSync(path);
  bytes.fill(0xff, 2 * 4096);
  Deno.writeFileSync(path, bytes);
  const db = openStore(path, STORE);
  assertEquals(
    explained(() => db.prepare("select * from one").all()),
    "Cannot fill the shelf: it is damaged and has been left untouched; move it away or use another --data-dir " +
      "(database disk image is malformed)",
  );
  db.close();
  assertEquals(Deno.readFileSync(path), bytes);
});

Deno.test("openStore() names a store that another process keeps locked", () => {
  using folder = makeFolder();
  const path = join(folder.path, "shelf.sqlite");
  using other = new DatabaseSync(path);
  other.exec("begin exclusive");
  assertThrows(
    () => openStore(path, { ...STORE, busyTimeout: 10 }),
    WorkflowError,
    `Cannot open the shelf at ${path}: another process has kept it locked for too long`,
  );
});

Deno.test("openStore() names a store whose place is taken or missing", () => {
  using folder = makeFolder();
  const path = join(folder.path, "shelf.sqlite");
  Deno.mkdirSync(path);
  assertThrows(() => openStore(path, STORE), WorkflowError, "its file cannot be opened or made");
  Deno.writeTextFileSync(join(folder.path, "file"), "");
  const below = join(folder.path, "file", "shelf.sqlite");
  assertThrows(() => openStore(below, STORE), WorkflowError, `Cannot open the shelf at ${below}`);
});

Deno.test("a full disk and a read-only store are told in words that say what to do", () => {
  using folder = makeFolder();
  using db = openStore(join(folder.path, "shelf.sqlite"), STORE);
  const insert = () => db.prepare("insert into one values (?)").run("x".repeat(100_000));
  db.exec("pragma max_page_count = 10");
  assertEquals(
    explained(insert),
    "Cannot fill the shelf: the disk is full; free some space and try again (database or disk is full)",
  );
  db.exec("pragma query_only = on");
  assertEquals(
    explained(insert),
    "Cannot fill the shelf: it is read-only; make it writable or use another --data-dir " +
      "(attempt to write a readonly database)",
  );
});

function explained(work: () => unknown): string {
  try {
    work();
    return "nothing went wrong";
  } catch (error) {
    return toStoreError("fill the shelf", error).message;
  }
}

function modeOf(path: string): number {
  return (Deno.statSync(path).mode ?? 0) & 0o777;
}

function makeFolder(): Disposable & { readonly path: string; names(): string[] } {
  const path = Deno.makeTempDirSync();
  return {
    path,
    names: () => Array.from(Deno.readDirSync(path), ({ name }) => name),
    [Symbol.dispose]: () => Deno.removeSync(path, { recursive: true }),
  };
}
