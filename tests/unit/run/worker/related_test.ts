import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import type { RunContext } from "../../../../src/core/api.ts";
import { WorkflowError } from "../../../../src/errors.ts";
import type { RelatedCall } from "../../../../src/run/protocol.ts";
import type { HostCalls } from "../../../../src/run/worker/host_calls.ts";
import { createRelated } from "../../../../src/run/worker/related.ts";
import { RunJournal } from "../../../../src/run/worker/run_journal.ts";
import { Scopes } from "../../../../src/run/worker/scopes.ts";
import { Steps } from "../../../../src/run/worker/steps.ts";
import type { Replay, StepRecord } from "../../../../src/store/journal/records.ts";

function makeRelated(
  answer: (call: RelatedCall) => unknown,
  replay: Replay = { steps: [], answers: [] },
): { related: RunContext["related"]; calls: RelatedCall[]; records: StepRecord[] } {
  const calls: RelatedCall[] = [];
  const records: StepRecord[] = [];
  const journal: RunJournal = new RunJournal(replay, (message) => {
    if (message.type !== "step") return;
    records.push(message.record);
    queueMicrotask(() => journal.written(message.record.endOrder));
  });
  const scopes = new Scopes();
  const { signal } = new AbortController();
  const steps = new Steps({ post: () => {}, now: () => 0, signal, journal, scopes });
  const callHost = ((_method: string, call: RelatedCall) => {
    calls.push(call);
    return Promise.resolve().then(() => ({ output: answer(call) }));
  }) as unknown as HostCalls["call"];
  return { related: createRelated({ callHost, steps, journal, scopes, signal }), calls, records };
}

Deno.test("ctx.related() tells the host the values without undefined ones, files by their paths", async () => {
  const { related, calls } = makeRelated(() => ({ done: true }));
  const file = { id: "a", name: "a.txt", size: 1, mediaType: "text/plain", path: "/run/a.txt" };
  const managed = { ...file, bytes: () => {}, text: () => {} };
  const params = { one: managed, many: [managed, "/b"], none: undefined, kept: file, tags: ["x"], n: null };
  assertEquals(await related("billing").run("invoice", params), { done: true });
  assertEquals(calls, [{
    alias: "billing",
    entrypointId: "invoice",
    values: {
      one: "/run/a.txt",
      many: ["/run/a.txt", "/b"],
      kept: "/run/a.txt",
      tags: ["x"],
      n: null,
    },
    key: "billing.invoice",
    node: "billing.invoice",
    order: 1,
  }]);
});

Deno.test("ctx.related() gives each call of one entrypoint a key of its own", async () => {
  const { related, calls } = makeRelated(() => 1);
  const billing = related("billing");
  await Promise.all([billing.run("invoice"), billing.run("invoice")]);
  assertEquals(calls.map(({ key, node }) => [key, node]), [
    ["billing.invoice", "billing.invoice"],
    ["billing.invoice#2", "billing.invoice#2"],
  ]);
});

Deno.test("ctx.related() throws the code and number of a failure, also when it comes from the journal", async () => {
  const failing = () => {
    throw new WorkflowError("business_error", "no such invoice", { errCode: 7 });
  };
  const first = makeRelated(failing);
  const thrown = await assertRejects(() => first.related("billing").run("invoice"), WorkflowError);
  // Something has begun since, so that the workflow has gone on from the failure.
  const later = { ...first.records[0], key: "later", id: "later", startOrder: 9, endOrder: 10 } as StepRecord;
  const again = makeRelated(() => 1, { steps: [...first.records, later], answers: [] });
  const recalled = await assertRejects(() => again.related("billing").run("invoice"), WorkflowError);
  for (const { code, errCode, message } of [thrown, recalled]) {
    assertEquals([code, errCode, message], ["business_error", 7, "no such invoice"]);
  }
  assertEquals(again.calls, []);
});

const WRONG: readonly [what: string, params: unknown, message: string][] = [
  ["a list", [], "must be given its params as an object, found a list"],
  ["null", null, "must be given its params as an object, found null"],
  ["a function", { f: () => {} }, "must be given JSON or files: `f` is a function"],
];

for (const [what, params, message] of WRONG) {
  Deno.test(`ctx.related() refuses ${what} for params, and begins no step`, async () => {
    const { related, records } = makeRelated(() => 1);
    const error = await assertRejects(() => related("billing").run("invoice", params as never), TypeError);
    assertEquals(error.message, `ctx.related("billing").run() ${message}`);
    assertEquals(records, []);
  });
}

Deno.test("ctx.related() refuses what is no alias and no entrypoint", async () => {
  const { related } = makeRelated(() => 1);
  assertThrows(() => related("" as string), TypeError, "ctx.related() must be given an alias");
  await assertRejects(() => related("b").run(5 as never), TypeError, "the id of an entrypoint, found 5");
});
