import { assert, assertEquals, assertMatch, assertThrows } from "@std/assert";
import { DatabaseSync } from "node:sqlite";
import { join } from "@std/path";
import { WorkflowError } from "../../../src/errors.ts";
import { openRunIds } from "../../../src/store/run_ids.ts";

function withDir(fn: (dir: string) => void): () => void {
  return () => {
    const dir = Deno.makeTempDirSync();
    try {
      fn(dir);
    } finally {
      Deno.removeSync(dir, { recursive: true });
    }
  };
}

Deno.test(
  "reserve() gives the local date and four digits",
  withDir((dir) => {
    using ids = openRunIds(dir);
    assertMatch(ids.reserve(new Date(2026, 7, 28)), /^20260828-[0-9a-z]{4}$/);
  }),
);

Deno.test(
  "reserve() never gives an id twice, also from two openings, and grows longer when a day is crowded",
  withDir((dir) => {
    using first = openRunIds(dir);
    using second = openRunIds(dir);
    const db = new DatabaseSync(join(dir, "journal.sqlite"));
    // A day whose ids of the usual length are all taken.
    db.exec(
      "create trigger crowded before insert on run_ids when length(new.id) = 13 begin select raise(ignore); end",
    );
    db.close();
    const day = new Date(2026, 7, 28);
    const given = Array.from({ length: 50 }, (_, n) => (n % 2 === 0 ? first : second).reserve(day));
    assertEquals(new Set(given).size, given.length);
    assert(given.every((id) => id.length > "20260828-abcd".length));
  }),
);

Deno.test(
  "openRunIds() makes its folder for the owner alone",
  withDir((dir) => {
    const dataDir = join(dir, "data");
    openRunIds(dataDir)[Symbol.dispose]();
    if (Deno.build.os !== "windows") assertEquals((Deno.statSync(dataDir).mode ?? 0) & 0o777, 0o700);
  }),
);

Deno.test(
  "openRunIds() refuses a newer store by name and leaves it as it was",
  withDir((dir) => {
    const db = new DatabaseSync(join(dir, "journal.sqlite"));
    db.exec("pragma user_version = 99");
    db.close();
    const error = assertThrows(() => openRunIds(dir), WorkflowError, "was written by a newer version");
    assertEquals(error.code, "store_failed");
  }),
);

Deno.test(
  "openRunIds() names a damaged store and leaves it untouched",
  withDir((dir) => {
    const path = join(dir, "journal.sqlite");
    Deno.writeTextFileSync(
      path,
      "this is no database, but it is long enough to look like the header of one".repeat(20),
    );
    const before = Deno.readTextFileSync(path);
    assertThrows(() => openRunIds(dir), WorkflowError, "Cannot open the run journal");
    assertEquals(Deno.readTextFileSync(path), before);
  }),
);
