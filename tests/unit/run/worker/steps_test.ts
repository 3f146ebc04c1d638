import { assertEquals, assertRejects } from "@std/assert";
import type { RunEvent } from "../../../../src/run/protocol.ts";
import { FinalFailure } from "../../../../src/run/worker/final_failure.ts";
import { RunJournal } from "../../../../src/run/worker/run_journal.ts";
import { Scopes } from "../../../../src/run/worker/scopes.ts";
import { Steps } from "../../../../src/run/worker/steps.ts";
import type { Replay, StepRecord } from "../../../../src/store/journal/records.ts";

function createSteps(
  signal: AbortSignal = new AbortController().signal,
  replay: Replay = { steps: [], answers: [] },
) {
  const events: RunEvent[] = [];
  const records: StepRecord[] = [];
  let time = 0;
  const journal: RunJournal = new RunJournal(replay, (message) => {
    if (message.type !== "step") return;
    records.push(message.record);
    queueMicrotask(() => journal.written(message.record.endOrder));
  });
  const scopes = new Scopes();
  const steps = new Steps({
    post: (event) => events.push(event),
    now: () => time++,
    signal,
    journal,
    scopes,
  });
  const names = () => events.map((event) => "id" in event ? `${event.type} ${event.id}` : event.type);
  return { steps, events, names, journal, scopes, records };
}

Deno.test("run() gives the function's result and reports start and end", async () => {
  const { steps, events } = createSteps();
  assertEquals(await steps.run("a", () => ({ n: 1 }), { title: "First" }), { n: 1 });
  assertEquals(events, [
    { type: "node_started", id: "a", title: "First", parent: null, at: 0 },
    { type: "node_finished", id: "a", at: 1, attempts: 1 },
  ]);
});

Deno.test("run() tells repeated ids apart", async () => {
  const { steps, names } = createSteps();
  await steps.run("a#2", () => 1);
  await steps.run("a", () => 1);
  await steps.run("a", () => 1);
  await steps.run("a", () => 1);
  assertEquals(names().filter((name) => name.startsWith("node_started")), [
    "node_started a#2",
    "node_started a",
    "node_started a#3",
    "node_started a#4",
  ]);
});

Deno.test("run() knows the step around it, also after waiting and in parallel", async () => {
  const { steps, events, scopes } = createSteps();
  await Promise.all(["x", "y"].map((id) =>
    steps.run(id, async () => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      await steps.run(`in ${id}`, () => assertEquals(scopes.current?.id, `in ${id}`));
    })
  ));
  const parents = events.flatMap((event) => event.type === "node_started" ? [[event.id, event.parent]] : []);
  assertEquals(parents, [["x", null], ["y", null], ["in x", "x"], ["in y", "y"]]);
});

Deno.test("run() tries again as often as it is told, and reports how often it tried", async () => {
  const { steps, events } = createSteps();
  let calls = 0;
  const result = await steps.run("a", () => {
    if (++calls < 2) throw new Error("not yet");
    return "done";
  }, { retries: 1 });
  assertEquals(result, "done");
  assertEquals(events.at(-1), { type: "node_finished", id: "a", at: 1, attempts: 2 });
});

Deno.test("run() throws what the last attempt threw", async () => {
  const { steps, events } = createSteps();
  await assertRejects(() => steps.run("a", () => Promise.reject(new RangeError("boom"))), RangeError, "boom");
  assertEquals(events.at(-1), {
    type: "node_finished",
    id: "a",
    at: 1,
    attempts: 1,
    error: "RangeError: boom",
  });
});

Deno.test("run() refuses a result that is not JSON by the step's name and never tries again", async () => {
  const { steps } = createSteps();
  let calls = 0;
  const failing = () => steps.run("sum", () => (calls++, { total: [1n] }), { retries: 3 });
  await assertRejects(
    failing,
    TypeError,
    'Step "sum" must return JSON: `total[0]` of its result is a BigInt',
  );
  assertEquals(calls, 1);
});

Deno.test("run() limits the time of an attempt", async () => {
  const { steps } = createSteps();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const slow = () => new Promise<void>((resolve) => timer = setTimeout(resolve, 60_000));
  await assertRejects(
    () => steps.run("slow", slow, { timeout: 5 }),
    DOMException,
    "longer than its limit of 5 ms",
  );
  clearTimeout(timer);
});

Deno.test("run() starts no attempt once the run has been cancelled", async () => {
  const cancelled = new AbortController();
  const { steps } = createSteps(cancelled.signal);
  let calls = 0;
  const running = steps.run("a", () => {
    calls++;
    throw new Error("again");
  }, { retries: 5 });
  cancelled.abort(new Error("cancelled"));
  await assertRejects(() => running, Error, "cancelled");
  await assertRejects(() => steps.run("b", () => 1), Error, "cancelled");
  assertEquals(calls, 1);
});

Deno.test("run() says what is wrong with its arguments", async () => {
  const { steps } = createSteps();
  // deno-lint-ignore no-explicit-any -- what untyped authors may write
  const untyped = steps.run.bind(steps) as any;
  const cases: [unknown[], string][] = [
    [["", () => 1], "its id must be a text of 1 to 200 characters"],
    [[7, () => 1], "found 7"],
    [["a"], "the second argument must be a function"],
    [["a", () => 1, 5], "the third argument must be an object, found 5"],
    [["a", () => 1, { retries: -1 }], "`retries` must be a whole number of at least 0, found -1"],
    [["a", () => 1, { timeout: 0 }], "`timeout` must be milliseconds"],
    [["a", () => 1, { title: 1 }], "`title` must be a text"],
  ];
  for (const [args, message] of cases) await assertRejects(() => untyped(...args), TypeError, message);
});

/** Runs `work`, then runs it again with what the journal has of the first time, up to a number of records. */
async function again<T>(work: (steps: Steps) => Promise<T>, kept = Infinity) {
  const first = createSteps();
  await work(first.steps).catch(() => {});
  const replay = { steps: first.records.slice(0, kept), answers: [] };
  const second = createSteps(undefined, replay);
  const result = await work(second.steps).then((value) => ({ value }), (error: Error) => ({ error }));
  return { ...second, result };
}

Deno.test("run() of a resumed run does finished steps no more, and gives what they gave", async () => {
  let calls = 0;
  const { result, names } = await again(async (steps) => [
    await steps.run("a", () => ++calls),
    await steps.run("a", () => ++calls),
  ]);
  assertEquals(result, { value: [1, 2] });
  assertEquals([calls, names()], [2, []]);
});

Deno.test("run() of a resumed run goes on behind the last finished step, in parallel ones too", async () => {
  const done: string[] = [];
  const work = (steps: Steps) =>
    Promise.all(["x", "y"].map((id) =>
      steps.run(id, async () => {
        const inner = await steps.run("part", () => (done.push(`part of ${id}`), id.toUpperCase()));
        done.push(id);
        return inner;
      })
    ));
  const { result } = await again(work, 2);
  assertEquals(result, { value: ["X", "Y"] });
  assertEquals(done, ["part of x", "part of y", "x", "y", "x", "y"]);
});

Deno.test("run() tries again what ended the run, but not what the workflow went on from", async () => {
  const calls = { caught: 0, last: 0 };
  const work = async (steps: Steps) => {
    const caught = await steps.run("caught", () => {
      calls.caught++;
      throw new RangeError("no");
    }).catch((error: Error) => `${error.name}: ${error.message}`);
    await steps.run("between", () => 1);
    await steps.run("last", () => {
      if (++calls.last === 1) throw new Error("boom");
    });
    return caught;
  };
  const { result } = await again(work);
  assertEquals(result, { value: "RangeError: no" });
  assertEquals(calls, { caught: 1, last: 2 });
});

Deno.test("run() does a failed step again under the id that it had", async () => {
  let calls = 0;
  const { names, result } = await again(async (steps) => {
    await steps.run("a", () => 1);
    return await steps.run("a", () => {
      if (++calls === 1) throw new Error("boom");
      return calls;
    });
  });
  assertEquals(result, { value: 2 });
  assertEquals(names(), ["node_started a#2", "node_finished a#2"]);
});

Deno.test("findLeftOver() names what the workflow no longer does", async () => {
  let id = "old";
  const { journal } = await again(async (steps) => {
    await steps.run("outer", () => steps.run("inner", () => 1));
    await steps.run(id, () => 1);
    id = "new";
  });
  assertEquals(journal.findLeftOver(), "old");
});

Deno.test("findLeftOver() finds nothing where the workflow does the same again", async () => {
  const { journal } = await again(async (steps) => {
    await steps.run("outer", () => steps.run("inner/with slash", () => 1));
    await steps.run("outer", () => steps.run("inner#2", () => 1));
  });
  assertEquals(journal.findLeftOver(), undefined);
});

Deno.test("run() refuses results that come back as something else", async () => {
  const { steps } = createSteps();
  await assertRejects(
    () => steps.run("when", () => ({ at: new Date(0) })),
    TypeError,
    "`at` of its result is a Date",
  );
});

Deno.test("findLeftOver() does not miss what an earlier attempt of a step did inside of it", async () => {
  let isDown = true;
  const { journal, result } = await again(async (steps) => {
    await steps.run("outer", async () => {
      await steps.run("inner", () => 1);
      if (isDown) throw new Error("down");
    }, { retries: 1 }).finally(() => isDown = false);
  });
  assertEquals([result, journal.findLeftOver()], [{ value: undefined }, undefined]);
});

Deno.test("perform() gives a final failure again, and does not do its step once more", async () => {
  const first = createSteps();
  const fail = () => Promise.reject(new FinalFailure("no such file"));
  await assertRejects(() => first.steps.perform("a", fail), FinalFailure, "no such file");
  assertEquals(first.records.map(({ outcome }) => outcome), [
    { ok: false, error: { name: "Error", message: "no such file" }, final: true },
  ]);
  const resumed = createSteps(undefined, { steps: first.records, answers: [] });
  let calls = 0;
  await assertRejects(() => resumed.steps.perform("a", () => calls++), FinalFailure, "no such file");
  assertEquals([calls, resumed.journal.findLeftOver()], [0, undefined]);
});

Deno.test("perform() tells the tokens that a step took", async () => {
  const { steps, events, records } = createSteps();
  const usage = { inputTokens: 1, outputTokens: 2, totalTokens: 3 };
  await steps.perform("a", () => usage, { usageOf: (result) => result });
  assertEquals([records[0]?.usage, events.at(-1)], [
    usage,
    { type: "node_finished", id: "a", at: 1, attempts: 1, usage },
  ]);
});
