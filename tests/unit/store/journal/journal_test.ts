import { assert, assertEquals, assertMatch, assertThrows } from "@std/assert";
import { DatabaseSync } from "node:sqlite";
import { join } from "@std/path";
import { WorkflowError } from "../../../../src/errors.ts";
import { MIGRATIONS } from "../../../../src/store/journal/migrations.ts";
import type { RunStatus } from "../../../../src/store/journal/run_status.ts";
import {
  answerTo,
  field,
  makeTestDir,
  newRun,
  question,
  report,
  step,
} from "../../../fixtures/journal/samples.ts";

Deno.test("begin() gives the local date and four digits, and a run with status running", () => {
  using data = makeTestDir();
  const journal = data.open();
  const run = newRun({
    files: { doc: { id: "ab", name: "a.txt", size: 3, mediaType: "text/plain", path: "/f/ab" } },
  });
  const runId = journal.begin(run);
  assertMatch(runId, /^20260828-[0-9a-z]{4}$/);
  assertEquals(journal.get(runId), {
    ...run,
    runId,
    entrypointId: "main",
    entrypointTitle: "Main",
    status: "running",
    history: [{ status: "running", at: run.startedAt }],
    finishedAt: null,
    parent: null,
    report: null,
  });
});

Deno.test("begin() never gives an id twice, also from two openings, and grows longer when a day is crowded", () => {
  using data = makeTestDir();
  const [first, second] = [data.open(), data.open()];
  using db = new DatabaseSync(join(data.dir, "journal.sqlite"));
  // A day whose ids of the usual length are all taken.
  db.exec(
    "create trigger crowded before insert on run_ids when length(new.id) = 13 begin select raise(ignore); end",
  );
  const given = Array.from({ length: 50 }, (_, n) => (n % 2 === 0 ? first : second).begin(newRun()));
  assertEquals(new Set(given).size, given.length);
  assert(given.every((id) => id.length > "20260828-abcd".length));
});

Deno.test("getChild() finds the latest run that a step of another run is", () => {
  using data = makeTestDir();
  const journal = data.open();
  const runId = journal.begin(newRun());
  const parent = { runId, key: "billing.invoice" };
  assertEquals(journal.getChild(parent), undefined);
  journal.begin(newRun({ parent, startedAt: 1 }));
  const latest = journal.begin(newRun({ parent, startedAt: 2 }));
  journal.begin(newRun({ parent: { runId, key: "billing.invoice#2" }, startedAt: 3 }));
  journal.begin(newRun({ parent: { runId: latest, key: parent.key }, startedAt: 4 }));
  const child = journal.getChild(parent);
  assertEquals([child?.runId, child?.parent], [latest, parent]);
});

Deno.test("a run of a journal from before there were related runs is a part of none", () => {
  using data = makeTestDir();
  using old = new DatabaseSync(join(data.dir, "journal.sqlite"));
  old.exec(`${MIGRATIONS[0]}; pragma user_version = 1;
    insert into run_ids values ('20260101-aaaa');
    insert into runs (id, status, owner, started_at, changed_at, project_id, project_dir, entrypoint_id, entrypoint_title,
      bundle_id, bundle_path, history, entrypoint, param_values, files)
    values ('20260101-aaaa', 'success', 'o', 1, 1, 'p', '/p', 'main', 'Main', 'b', '/b', '[]',
      '{"id":"main","title":"Main","timeout":1,"dynamic":false,"params":[]}', '{}', '{}')`);
  assertEquals(data.open().get("20260101-aaaa")?.parent, null);
});

Deno.test("a run's history has each status with its time, and none twice in a row", () => {
  using data = makeTestDir();
  const journal = data.open({ now: () => 77 });
  const runId = journal.begin(newRun({ startedAt: 1 }));
  journal.openInteraction(runId, question("a"), { startOrder: 0, askedAt: 2 });
  journal.openInteraction(runId, question("b"), { startOrder: 1, askedAt: 3 });
  assertEquals(journal.setStatus(runId, "resumed", { at: 4 }), true);
  assertEquals(journal.setStatus(runId, "resumed", { at: 5 }), true);
  assertEquals(journal.finish(runId, report(runId, "failed")), true);
  const run = journal.get(runId);
  assertEquals(run?.history, [
    { status: "running", at: 1 },
    { status: "waiting_for_input", at: 2 },
    { status: "resumed", at: 4 },
    { status: "failed", at: 77 },
  ]);
  assertEquals([run?.finishedAt, run?.report], [77, report(runId, "failed")]);
});

Deno.test("a run that has ended takes no status, report, step, question or answer", () => {
  using data = makeTestDir();
  const journal = data.open();
  const runId = journal.begin(newRun());
  journal.finish(runId, report(runId, "cancelled"));
  assertEquals(journal.setStatus(runId, "resumed"), false);
  assertEquals(journal.finish(runId, report(runId, "success")), false);
  const writes = [
    () => journal.recordStep(runId, step(0)),
    () => journal.openInteraction(runId, question("a"), { startOrder: 0, askedAt: 0 }),
    () => journal.recordAnswer(runId, answerTo(question("a"))),
  ];
  for (const write of writes) {
    assertThrows(write, WorkflowError, "the run has ended, its status is cancelled");
  }
  assertEquals(journal.get(runId)?.status, "cancelled");
  assertEquals(journal.replay(runId), { steps: [], answers: [] });
});

Deno.test("finish() takes only the final report of the run itself", () => {
  using data = makeTestDir();
  const journal = data.open();
  const runId = journal.begin(newRun());
  assertThrows(() => journal.finish(runId, { runId, status: "running" }), TypeError);
  assertThrows(() => journal.finish(runId, report("20260828-none", "failed")), TypeError);
  assertEquals(journal.get(runId)?.status, "running");
});

Deno.test("a run that there is not is an error that names it", () => {
  using data = makeTestDir();
  const journal = data.open();
  assertEquals(journal.get("20260828-none"), undefined);
  assertEquals(journal.claim("20260828-none", { owner: "o", from: ["running"] }), undefined);
  const calls = [
    () => journal.setStatus("20260828-none", "resumed"),
    () => journal.recordStep("20260828-none", step(0)),
    () => journal.replay("20260828-none"),
  ];
  for (const call of calls) {
    const error = assertThrows(call, WorkflowError, "there is no such run");
    assertMatch(error.message, /20260828-none/);
  }
});

Deno.test("a success keeps its report, status and times, and nothing else of what it did", () => {
  using data = makeTestDir();
  const journal = data.open();
  const runId = journal.begin(newRun());
  journal.recordStep(runId, step(0));
  journal.recordAnswer(runId, answerTo(question("a")));
  journal.openInteraction(runId, question("b"), { startOrder: 1, askedAt: 3 });
  journal.finish(runId, report(runId, "success"), { at: 9 });
  const run = journal.get(runId);
  assertEquals([run?.status, run?.finishedAt, run?.values, run?.files], ["success", 9, {}, {}]);
  assertEquals(run?.report, report(runId, "success"));
  assertEquals(journal.replay(runId), { steps: [], answers: [] });
  assertEquals(journal.pending(runId), []);
});

Deno.test("replay() gives steps and answers in the order in which they started", () => {
  using data = makeTestDir();
  const journal = data.open();
  const runId = journal.begin(newRun());
  const failed = step(1, { outcome: { ok: false, error: { name: "TypeError", message: "no" } } });
  const answers = [answerTo(question("b"), { startOrder: 5 }), answerTo(question("a"), { startOrder: 8 })];
  for (const one of [step(2), step(0), failed]) journal.recordStep(runId, one);
  for (const one of answers.toReversed()) journal.recordAnswer(runId, one);
  assertEquals(journal.replay(runId), { steps: [step(0), failed, step(2)], answers });
});

Deno.test("recordStep() replaces what the step came to before", () => {
  using data = makeTestDir();
  const journal = data.open();
  const runId = journal.begin(newRun());
  journal.recordStep(runId, step(0, { outcome: { ok: false, error: { name: "Error", message: "no" } } }));
  journal.recordStep(runId, step(0));
  assertEquals(journal.replay(runId).steps, [step(0)]);
});

Deno.test("recordStep() keeps a step that returned nothing", () => {
  using data = makeTestDir();
  const journal = data.open();
  const runId = journal.begin(newRun());
  journal.recordStep(runId, step(0, { outcome: { ok: true, result: undefined } }));
  assertEquals(journal.replay(runId).steps[0]?.outcome, { ok: true, result: undefined });
});

Deno.test("openInteraction() of what is open changes neither its age nor its nonce", () => {
  using data = makeTestDir();
  const journal = data.open();
  const runId = journal.begin(newRun());
  journal.openInteraction(runId, question("a"), { startOrder: 4, askedAt: 100 });
  const nonce = journal.issueNonce(runId, "a");
  journal.openInteraction(runId, question("a"), { startOrder: 4, askedAt: 200 });
  assertEquals(journal.pending(runId), [{ request: question("a"), startOrder: 4, askedAt: 100 }]);
  assertEquals(journal.get(runId)?.history.length, 2);
  assertEquals(journal.consumeNonce(runId, { key: "a", nonce }), true);
});

Deno.test("openInteraction() asks anew what was answered", () => {
  using data = makeTestDir();
  const journal = data.open();
  const runId = journal.begin(newRun());
  const request = question("a", { fields: [field("password", { secret: true })] });
  journal.recordAnswer(runId, answerTo(request, { answer: { action: "accept", values: { password: "x" } } }));
  assertEquals(journal.pending(runId), []);
  journal.openInteraction(runId, request, { startOrder: 4, askedAt: 200 });
  assertEquals(journal.pending(runId), [{ request, startOrder: 4, askedAt: 200 }]);
  assertEquals(journal.replay(runId).answers, []);
});

Deno.test("pending() lists what is asked in the order of asking, until it is answered", () => {
  using data = makeTestDir();
  const journal = data.open();
  const runId = journal.begin(newRun());
  journal.openInteraction(runId, question("b"), { startOrder: 2, askedAt: 1 });
  journal.openInteraction(runId, question("a"), { startOrder: 1, askedAt: 1 });
  journal.openInteraction(runId, question("c"), { startOrder: 3, askedAt: 1 });
  journal.recordAnswer(runId, answerTo(question("b")));
  assertEquals(journal.pending(runId).map(({ request }) => request.key), ["a", "c"]);
});

Deno.test("a nonce is good once, for its own question, until the next is issued or the question answered", () => {
  using data = makeTestDir();
  const journal = data.open();
  const runId = journal.begin(newRun());
  for (const key of ["a", "b"]) journal.openInteraction(runId, question(key), { startOrder: 0, askedAt: 0 });
  const [old, nonce] = [journal.issueNonce(runId, "a"), journal.issueNonce(runId, "a")];
  const use = (key: string, one: string) => journal.consumeNonce(runId, { key, nonce: one });
  assertEquals([use("a", old), use("b", nonce), use("a", nonce), use("a", nonce)], [
    false,
    false,
    true,
    false,
  ]);
  const late = journal.issueNonce(runId, "b");
  journal.recordAnswer(runId, answerTo(question("b")));
  assertEquals(use("b", late), false);
  assertThrows(() => journal.issueNonce(runId, "b"), WorkflowError, "the run does not ask that");
});

Deno.test("claim() keeps the snapshot that a run is of, or gives it another one for good", () => {
  using data = makeTestDir();
  const journal = data.open();
  const runId = journal.begin(newRun());
  const claim = { owner: "owner-2", from: ["running", "resumed"] } as const;
  assertEquals(journal.claim(runId, claim)?.bundleId, "b1");
  const entrypoint = { ...newRun().entrypoint, title: "New", timeout: 9 };
  const renewed = { bundleId: "b2", bundlePath: "/bundles/b2/bundle.js", entrypoint };
  const { projectDir } = newRun();
  for (
    const run of [
      journal.claim(runId, { ...claim, renewed }),
      journal.claim(runId, claim),
      journal.get(runId),
    ]
  ) {
    assertEquals(
      [run?.bundleId, run?.bundlePath, run?.entrypoint, run?.entrypointTitle, run?.projectDir],
      ["b2", "/bundles/b2/bundle.js", entrypoint, "New", projectDir],
    );
  }
  assertEquals(journal.retention.bundlesInUse(), ["b2"]);
});

Deno.test("claim() takes a run only from the named statuses, and never a success", () => {
  using data = makeTestDir();
  const journal = data.open();
  const runId = journal.begin(newRun());
  const claim = (from: readonly RunStatus[]) => journal.claim(runId, { owner: "owner-2", from, at: 50 });
  assertEquals(claim(["failed", "interrupted"]), undefined);
  journal.finish(runId, report(runId, "failed"));
  const run = claim(["failed", "interrupted"]);
  assertEquals([run?.status, run?.owner, run?.finishedAt, run?.report], ["resumed", "owner-2", null, null]);
  assertEquals(run?.history.at(-1), { status: "resumed", at: 50 });
  assertEquals(claim(["failed", "interrupted"]), undefined);
  journal.finish(runId, report(runId, "success"));
  assertEquals(claim(["success"]), undefined);
});

Deno.test("a journal that is opened for an owner does not touch a run that another has taken over", () => {
  using data = makeTestDir();
  const [first, second] = [data.open({ owner: "owner-1" }), data.open({ owner: "owner-2" })];
  const runId = first.begin(newRun());
  first.openInteraction(runId, question("a"), { startOrder: 0, askedAt: 0 });
  second.claim(runId, { owner: "owner-2", from: ["waiting_for_input"] });
  assertThrows(
    () => first.recordStep(runId, step(0)),
    WorkflowError,
    "another process has taken the run over",
  );
  assertEquals(first.setStatus(runId, "cancelled"), false);
  assertEquals(first.finish(runId, report(runId, "cancelled")), false);
  second.recordStep(runId, step(0));
  assertEquals(second.setStatus(runId, "waiting_for_input"), true);
});
