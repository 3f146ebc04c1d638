import { assertEquals, assertRejects } from "@std/assert";
import type { RunEvent } from "../../../../src/run/protocol.ts";
import { Steps } from "../../../../src/run/worker/steps.ts";

function createSteps(signal: AbortSignal = new AbortController().signal) {
  const events: RunEvent[] = [];
  let time = 0;
  const steps = new Steps({ post: (event) => events.push(event), now: () => time++, signal });
  const names = () => events.map((event) => "id" in event ? `${event.type} ${event.id}` : event.type);
  return { steps, events, names };
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
  const { steps, events } = createSteps();
  await Promise.all(["x", "y"].map((id) =>
    steps.run(id, async () => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      await steps.run(`in ${id}`, () => assertEquals(steps.currentId(), `in ${id}`));
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
