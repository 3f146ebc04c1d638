import { assertEquals, assertMatch } from "@std/assert";
import { openRunIds } from "../../../src/store/run_ids.ts";
import { makeTestDir, newRun } from "../../fixtures/journal/samples.ts";

Deno.test("reserve() gives ids of the kind that a journal gives, and none of those that it gave", () => {
  using data = makeTestDir();
  using ids = openRunIds(data.dir);
  const journal = data.open();
  const given = Array.from(
    { length: 20 },
    () => [ids.reserve(new Date(2026, 7, 28)), journal.begin(newRun())],
  ).flat();
  for (const id of given) assertMatch(id, /^20260828-[0-9a-z]{4}$/);
  assertEquals(new Set(given).size, given.length);
});
