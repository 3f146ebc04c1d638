import { assertEquals, assertRejects } from "@std/assert";
import { DatabaseSync } from "node:sqlite";
import { join } from "@std/path";
import { WorkflowError } from "../../../src/errors.ts";
import { whileLocked } from "../../../src/store/while_locked.ts";
import { makeTestDir, newRun } from "../../fixtures/journal/samples.ts";

Deno.test("whileLocked() waits for another process's lock and lets this one do other things meanwhile", async () => {
  using data = makeTestDir();
  const journal = data.open();
  using other = new DatabaseSync(join(data.dir, "journal.sqlite"));
  other.exec("begin immediate");
  let turns = 0;
  const timer = setInterval(() => {
    if (++turns === 3) other.exec("commit");
  }, 1);
  const runId = await whileLocked(() => journal.briefly(() => journal.begin(newRun())), { pauseMs: 1 });
  clearInterval(timer);
  assertEquals([journal.get(runId)?.status, turns >= 3], ["running", true]);
});

Deno.test("whileLocked() gives up in the end, with what the store says", async () => {
  using data = makeTestDir();
  const journal = data.open();
  using other = new DatabaseSync(join(data.dir, "journal.sqlite"));
  other.exec("begin immediate");
  const begin = () => journal.briefly(() => journal.begin(newRun()));
  await assertRejects(
    () => whileLocked(begin, { ms: 100, pauseMs: 1 }),
    WorkflowError,
    "another process has kept it locked for too long",
  );
});

Deno.test("whileLocked() does not try again what fails for another reason", async () => {
  let tried = 0;
  const fail = () => {
    tried++;
    throw new WorkflowError("store_failed", "full", { cause: new Error("database or disk is full") });
  };
  await assertRejects(() => whileLocked(fail), WorkflowError, "full");
  assertEquals(tried, 1);
});
