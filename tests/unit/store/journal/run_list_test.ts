import { assertEquals, assertThrows } from "@std/assert";
import { DatabaseSync } from "node:sqlite";
import { join } from "@std/path";
import { WorkflowError } from "../../../../src/errors.ts";
import type { RunCursor } from "../../../../src/store/journal/stored_run.ts";
import { makeTestDir, newRun, question, report, step } from "../../../fixtures/journal/samples.ts";

Deno.test("list() gives runs page by page, the newest first, each once", () => {
  using data = makeTestDir();
  const journal = data.open();
  // Several begin in the same millisecond.
  const begun = Array.from({ length: 10 }, (_, n) => {
    const startedAt = 1000 + Math.floor(n / 3);
    return { runId: journal.begin(newRun({ startedAt })), startedAt };
  });
  const newestFirst = begun.sort((a, b) => b.startedAt - a.startedAt || (a.runId < b.runId ? 1 : -1));
  const listed: string[] = [];
  const sizes: number[] = [];
  let before: RunCursor | undefined;
  do {
    const { runs, next } = journal.list({ limit: 4, ...(before ? { before } : {}) });
    listed.push(...runs.map(({ runId }) => runId));
    sizes.push(runs.length);
    before = next;
  } while (before);
  assertEquals([listed, sizes], [newestFirst.map(({ runId }) => runId), [4, 4, 2]]);
});

Deno.test("list() shows what is needed to tell a run, and nothing of what it did", () => {
  using data = makeTestDir();
  const journal = data.open();
  const run = newRun();
  const runId = journal.begin(run);
  journal.finish(runId, report(runId, "success"), { at: 5 });
  assertEquals(journal.list().runs, [{
    runId,
    projectId: run.projectId,
    projectDir: run.projectDir,
    entrypointId: "main",
    entrypointTitle: "Main",
    status: "success",
    history: [{ status: "running", at: run.startedAt }, { status: "success", at: 5 }],
    owner: run.owner,
    startedAt: run.startedAt,
    finishedAt: 5,
    parent: null,
  }]);
});

Deno.test("list() filters by status and project, also both, and also from a cursor on", () => {
  using data = makeTestDir();
  const journal = data.open();
  const begin = (projectId: string, startedAt: number) => journal.begin(newRun({ projectId, startedAt }));
  const [a1, a2, b1] = [begin("a", 1), begin("a", 2), begin("b", 3)] as const;
  journal.finish(a1, report(a1, "failed"));
  journal.finish(b1, report(b1, "interrupted"));
  const idsOf = (options: Parameters<typeof journal.list>[0]) =>
    journal.list(options).runs.map(({ runId }) => runId);
  assertEquals(idsOf({ statuses: ["failed", "interrupted"] }), [b1, a1]);
  assertEquals(idsOf({ projectId: "a" }), [a2, a1]);
  assertEquals(idsOf({ projectId: "a", statuses: ["running"] }), [a2]);
  assertEquals(idsOf({ statuses: [] }), []);
  assertEquals(idsOf({ projectId: "a", statuses: ["failed"], before: { runId: a2, startedAt: 2 } }), [a1]);
});

Deno.test("a damaged row is named by list(), get() and claim(), and is no harm to the other runs", () => {
  using data = makeTestDir();
  const journal = data.open();
  const begin = (startedAt: number) => journal.begin(newRun({ startedAt }));
  const [whole, history, entrypoint] = [begin(1), begin(2), begin(3)];
  using db = new DatabaseSync(join(data.dir, "journal.sqlite"));
  db.prepare("update runs set history = 'no JSON' where id = ?").run(history);
  db.prepare("update runs set entrypoint = json_set(entrypoint, '$.params', 5) where id = ?").run(
    entrypoint,
  );
  const { runs, damaged } = journal.list();
  assertEquals(runs.map(({ runId }) => runId), [entrypoint, whole]);
  assertEquals(damaged, [{ runId: history, reason: "history: found no JSON" }]);
  const wrong = `Cannot read run ${entrypoint} in the run journal at ${join(data.dir, "journal.sqlite")}: ` +
    "entrypoint.params: expected a list, found a value of type number";
  assertThrows(() => journal.get(entrypoint), WorkflowError, wrong);
  assertThrows(
    () => journal.claim(entrypoint, { owner: "o", from: ["running"] }),
    WorkflowError,
    "entrypoint.params: expected a list",
  );
  assertEquals(journal.list({ statuses: ["running"] }).runs.length, 2); // It was not claimed either.
  assertEquals(journal.interruptOrphans().length, 3);
  assertEquals(journal.get(whole)?.status, "interrupted");
});

Deno.test("a damaged step or answer is named, and never left out of a replay", () => {
  using data = makeTestDir();
  const journal = data.open();
  const runId = journal.begin(newRun());
  journal.recordStep(runId, step(0));
  journal.recordStep(runId, step(1));
  journal.openInteraction(runId, question("a"), { startOrder: 0, askedAt: 0 });
  using db = new DatabaseSync(join(data.dir, "journal.sqlite"));
  db.exec(`update steps set record = json_set(record, '$.attempts', 'many') where key = '"step-1"'`);
  assertThrows(
    () => journal.replay(runId),
    WorkflowError,
    'step "step-1".attempts: expected a number, found a value of type string',
  );
  db.exec("update interactions set question = '{}'");
  assertThrows(() => journal.pending(runId), WorkflowError, 'question "a".request: expected an object');
});

Deno.test("bundlesInUse() names the bundles of runs that go on or can be resumed", () => {
  using data = makeTestDir();
  const journal = data.open();
  const begin = (bundleId: string) => journal.begin(newRun({ bundleId }));
  begin("b1");
  const [failed, done] = [begin("b2"), begin("b3")];
  journal.finish(failed, report(failed, "failed"));
  journal.finish(done, report(done, "success"));
  assertEquals(journal.retention.bundlesInUse().sort(), ["b1", "b2"]);
});
