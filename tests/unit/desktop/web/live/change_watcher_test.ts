import { assert, assertEquals } from "@std/assert";
import { ChangeWatcher } from "../../../../../src/desktop/web/live/change_watcher.ts";
import { DesktopDatabase } from "../../../../../src/desktop/data/desktop_database.ts";
import { toChanges } from "../../../../fixtures/desktop/run_samples.ts";

Deno.test("ChangeWatcher tells within 150 ms that another connection has written", async () => {
  const dir = await Deno.makeTempDir({ prefix: "workflow-code-test-" });
  try {
    using own = new DesktopDatabase(dir);
    using other = new DesktopDatabase(dir);
    const watcher = new ChangeWatcher({ changeCount: () => own.changeCount(), onFault: () => {} });
    const told = Promise.withResolvers<number>();
    using _listening = watcher.listen(() => told.resolve(performance.now()));
    const written = performance.now();
    other.record(toChanges({ runId: "20260101-abcd", status: "running", startedAt: 1 }));
    assert(await told.promise - written < 150);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});

Deno.test("ChangeWatcher looks only while somebody listens", async () => {
  let looks = 0;
  const watcher = new ChangeWatcher({ changeCount: () => looks++, onFault: () => {} });
  watcher.listen(() => {})[Symbol.dispose]();
  const before = looks;
  await new Promise((resolve) => setTimeout(resolve, 200));
  assertEquals(looks, before);
});

Deno.test("ChangeWatcher goes on when the database cannot be read for a moment, and says so once", async () => {
  const answers: (number | Error)[] = [1, new Error("locked"), new Error("locked"), 2];
  const faults: unknown[] = [];
  const told = Promise.withResolvers<void>();
  const watcher = new ChangeWatcher({
    changeCount: () => {
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      if (answer instanceof Error) throw answer;
      return answer ?? 0;
    },
    onFault: (error) => faults.push(error),
  });
  using _listening = watcher.listen(told.resolve);
  await told.promise;
  assertEquals(faults.length, 1);
});
