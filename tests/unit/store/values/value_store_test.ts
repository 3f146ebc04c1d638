import { assertEquals } from "@std/assert";
import { MIGRATIONS } from "../../../../src/store/values/migrations.ts";
import { openValueStore, ValueStore } from "../../../../src/store/values/value_store.ts";
import { checkStoreFaults } from "../../../fixtures/stores/check_store_faults.ts";
import { makeFolder } from "../../../fixtures/stores/make_folder.ts";

Deno.test("a value is not there until it is set, then it is there for every opening", () => {
  using folder = makeFolder();
  {
    using values = openValueStore(folder.path);
    assertEquals(values.get("a"), { version: 0 });
    values.set("a", '{"z":1,"a":2}');
    values.set("a", '{"z":3,"a":2}');
  }
  using values = openValueStore(folder.path);
  assertEquals([values.get("a"), values.get("b")], [{ json: '{"z":3,"a":2}', version: 2 }, { version: 0 }]);
});

Deno.test("replace() writes over the version that was read, and over no other", () => {
  using folder = makeFolder();
  using values = openValueStore(folder.path);
  assertEquals(values.replace("a", { version: 0, json: "1" }), undefined);
  assertEquals(values.replace("a", { version: 0, json: "2" }), { json: "1", version: 1 });
  assertEquals(values.replace("a", { version: 1, json: "2" }), undefined);
  assertEquals(values.replace("a", { version: 1, json: "3" }), { json: "2", version: 2 });
  assertEquals(values.replace("b", { version: 7, json: "3" }), { version: 0 });
});

Deno.test("replace() sees that a value was written since, even if it is the same again", () => {
  using folder = makeFolder();
  using values = openValueStore(folder.path);
  values.set("a", "1");
  const { version } = values.get("a");
  values.set("a", "2");
  values.set("a", "1");
  assertEquals(values.replace("a", { version, json: "3" }), { json: "1", version: 3 });
});

Deno.test("a store of values that is damaged, newer, locked, read-only or full is named, and nothing in it changes", () => {
  let count = 0;
  checkStoreFaults<ValueStore>({
    name: "store of persistent values",
    file: "values.sqlite",
    migrations: MIGRATIONS,
    open: (dir) => openValueStore(dir),
    wrap: (db) => new ValueStore(db),
    write: (values) => values.set(`name-${count++}`, JSON.stringify("x".repeat(1000))),
    read: (values) =>
      Array.from({ length: count + 1 }, (_, n) => values.get(`name-${n}`)).filter(({ version }) =>
        version > 0
      ),
  });
});
