import { assert, assertEquals, assertThrows } from "@std/assert";
import { DatabaseSync } from "node:sqlite";
import { join } from "@std/path";
import { WorkflowError } from "../../../../src/errors.ts";
import { ENDED_STATUSES } from "../../../../src/store/journal/run_status.ts";
import { answerTo, makeTestDir, newRun, question, report, step } from "../../../fixtures/journal/samples.ts";

const DAY = 24 * 60 * 60 * 1000;

Deno.test("prune() removes what ended long ago, with all that belongs to it, and nothing that goes on", () => {
  using data = makeTestDir();
  const journal = data.open();
  const begin = () => journal.begin(newRun({ startedAt: 0 }));
  const old = ENDED_STATUSES.map((status) => {
    const runId = begin();
    journal.recordStep(runId, step(0));
    journal.recordAnswer(runId, answerTo(question("a")));
    journal.finish(runId, report(runId, status), { at: 10 });
    return runId;
  });
  const [recent, running, waiting] = [begin(), begin(), begin()];
  journal.finish(recent, report(recent, "failed"), { at: 11 * DAY });
  journal.openInteraction(waiting, question("a"), { startOrder: 0, askedAt: 0 });
  assertEquals(journal.retention.prune({ olderThan: 30 * DAY, now: 40 * DAY }).sort(), old.sort());
  assertEquals(journal.list().runs.map(({ runId }) => runId).sort(), [recent, running, waiting].sort());
  using db = new DatabaseSync(join(data.dir, "journal.sqlite"));
  const counts = db.prepare(
    "select (select count(*) from steps) steps, (select count(*) from interactions) interactions, " +
      "(select count(*) from run_ids) ids",
  ).get();
  assertEquals({ ...counts }, { steps: 0, interactions: 1, ids: old.length + 3 });
});

Deno.test("prune() gives the space back", () => {
  using data = makeTestDir();
  const path = join(data.dir, "journal.sqlite");
  const journal = data.open();
  for (let n = 0; n < 20; n++) {
    const runId = journal.begin(newRun());
    journal.recordStep(runId, step(0, { outcome: { ok: true, result: "x".repeat(100_000) } }));
    journal.finish(runId, report(runId, "failed"), { at: 0 });
  }
  journal.retention.prune({ olderThan: 0, now: 1 });
  journal[Symbol.dispose]();
  assert(Deno.statSync(path).size < 200_000);
});

Deno.test("expireWaiting() ends what has waited for too long, and not what was asked since", () => {
  using data = makeTestDir();
  const journal = data.open({ now: () => 8 * DAY });
  const begin = () => journal.begin(newRun({ startedAt: 0 }));
  const [late, recent, running] = [begin(), begin(), begin()];
  journal.openInteraction(late, question("a"), { startOrder: 0, askedAt: DAY / 2 });
  journal.openInteraction(recent, question("a"), { startOrder: 0, askedAt: 2 * DAY });
  assertEquals(journal.retention.expireWaiting({ olderThan: 7 * DAY }), [late]);
  assertEquals([late, recent, running].map((runId) => journal.get(runId)?.status), [
    "timeout",
    "waiting_for_input",
    "running",
  ]);
  assertEquals(journal.get(late)?.history.at(-1), { status: "timeout", at: 8 * DAY });
  assertEquals([journal.pending(late), journal.pending(recent).length], [[], 1]);
  assertEquals(journal.retention.prune({ olderThan: 7 * DAY }), []);
});

Deno.test("prune() keeps what a run has called that may still be gone on with", () => {
  using data = makeTestDir();
  const journal = data.open();
  const callers = [journal.begin(newRun()), journal.begin(newRun()), journal.begin(newRun())];
  const [waiting, done, old] = callers as [string, string, string];
  const called = callers.map((runId) => {
    const child = journal.begin(newRun({ parent: { runId, key: "call" } }));
    journal.finish(child, report(child, "success"), { at: 10 });
    return child;
  });
  journal.openInteraction(waiting, question("a"), { startOrder: 0, askedAt: 0 });
  journal.finish(done, report(done, "success"), { at: 39 * DAY });
  journal.finish(old, report(old, "failed"), { at: 10 });
  const pruned = journal.retention.prune({ olderThan: 30 * DAY, now: 40 * DAY });
  assertEquals(pruned.sort(), [called[1], called[2], old].sort());
});

Deno.test("prunable() names what prune() would remove, and removes nothing", () => {
  using data = makeTestDir();
  const journal = data.open();
  const [old, recent] = [journal.begin(newRun()), journal.begin(newRun())];
  journal.finish(old, report(old, "success"), { at: 10 });
  journal.finish(recent, report(recent, "success"), { at: 20 * DAY });
  const options = { olderThan: 30 * DAY, now: 40 * DAY };
  assertEquals(journal.retention.prunable(options), [old]);
  assertEquals(journal.list().runs.length, 2);
  assertEquals(journal.retention.prune(options), [old]);
  assertEquals(journal.retention.prunable(options), []);
});

Deno.test("prunedAmong() tells removed runs from those that are there and those of other journals", () => {
  using data = makeTestDir();
  const journal = data.open();
  const [removed, kept] = [journal.begin(newRun()), journal.begin(newRun())];
  journal.finish(removed, report(removed, "failed"), { at: 10 });
  journal.retention.prune({ olderThan: 0, now: 11 });
  assertEquals(journal.retention.prunedAmong([removed, kept, "20200101-aaaa"]), [removed]);
});

Deno.test("filesInUse() names the files of arguments and answers, but none of a run that succeeded", () => {
  using data = makeTestDir();
  const journal = data.open();
  const file = (id: string) => ({ id, name: "id", size: 1, mediaType: "text/plain", path: `/files/${id}` });
  const begin = (id: string) => journal.begin(newRun({ files: { id: file(id), list: [file(`${id}1`)] } }));
  const [failed, done] = [begin("a"), begin("b")];
  journal.recordAnswer(failed, answerTo(question("q"), { files: { paper: [file("c"), file("d")] } }));
  journal.finish(failed, report(failed, "failed"));
  journal.finish(done, report(done, "success"));
  assertEquals(journal.retention.filesInUse().sort(), ["a", "a1", "c", "d"]);
});

Deno.test("filesInUse() fails for a damaged row, since it may name any file", () => {
  using data = makeTestDir();
  const journal = data.open();
  journal.begin(newRun());
  using db = new DatabaseSync(join(data.dir, "journal.sqlite"));
  db.exec("update runs set files = '{'");
  assertThrows(
    () => journal.retention.filesInUse(),
    WorkflowError,
    "Cannot list imported files in the run journal",
  );
});
