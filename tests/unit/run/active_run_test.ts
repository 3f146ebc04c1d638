import { assertEquals } from "@std/assert";
import type { EntrypointSpec } from "../../../src/core/spec.ts";
import { WorkflowError } from "../../../src/errors.ts";
import { ActiveRun, type ActiveRunOptions } from "../../../src/run/active_run.ts";
import type { ExecutorPool } from "../../../src/run/executor_pool.ts";
import { Limiter } from "../../../src/run/limiter.ts";
import type { RunOutcome } from "../../../src/run/protocol.ts";
import type { EndedReport } from "../../../src/run/report.ts";
import { ReportBuilder } from "../../../src/run/report_builder.ts";

const ENTRYPOINT: EntrypointSpec = { id: "main", title: "Main", timeout: 60_000, dynamic: false, params: [] };
const QUESTION = {
  key: "?go",
  id: "go",
  kind: "ask",
  message: "Go?",
  fields: [{ name: "go", type: "boolean", required: true, multiple: false, secret: false }],
  node: null,
} as const;
const ANSWER = { key: "?go", answer: { action: "accept", values: { go: true } }, files: {} } as const;

/** A run whose executor does what the test says. */
function createRun(
  limiter = new Limiter(1),
  servers: ActiveRunOptions["servers"] | undefined = undefined,
) {
  const asked: string[] = [];
  const outcomes: PromiseWithResolvers<RunOutcome>[] = [];
  const replies: Record<string, unknown> = { answer: true };
  const executor = {
    request: (method: string) => {
      asked.push(method);
      if (method !== "run") return Promise.resolve(replies[method] ?? null);
      const outcome = Promise.withResolvers<RunOutcome>();
      outcomes.push(outcome);
      return outcome.promise;
    },
  };
  const uses = { open: 0 };
  const use = () => {
    uses.open++;
    return { executor, [Symbol.dispose]: () => void uses.open-- };
  };
  const ends: EndedReport[] = [];
  const run = new ActiveRun({
    request: { runId: "r", owner: "o", entrypointId: "main", values: {}, files: {} },
    entrypoint: ENTRYPOINT,
    builder: new ReportBuilder({
      runId: "r",
      projectId: "p",
      entrypoint: ENTRYPOINT,
      params: {},
      startedAt: 0,
    }),
    pool: { use } as unknown as ExecutorPool,
    limiter,
    force: false,
    ...(servers ? { servers } : {}),
    onEnd: (report) => ends.push(report),
  });
  return { run, asked, outcomes, replies, uses, ends };
}

/** Lets everything that is ready happen. */
function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

Deno.test("a run ends with its outcome, once, and gives back place and executor", async () => {
  const limiter = new Limiter(1);
  const { run, outcomes, uses, ends } = createRun(limiter);
  const result = run.proceed([], {});
  await settle();
  outcomes[0]?.resolve({ status: "success", output: 1 });
  assertEquals((await result).report.status, "success");
  assertEquals([uses.open, ends.length], [0, 1]);
  (await limiter.enter(new AbortController().signal))[Symbol.dispose]();
});

Deno.test("a run that waits holds no place, and goes on in its worker", async () => {
  const limiter = new Limiter(1);
  const { run, asked, outcomes } = createRun(limiter);
  const first = run.proceed([], {});
  await settle();
  run.ask(QUESTION);
  const waiting = await first;
  assertEquals([waiting.status, waiting.report.status], ["waiting", "waiting_for_input"]);
  (await limiter.enter(new AbortController().signal))[Symbol.dispose]();
  const second = run.proceed([ANSWER], {});
  await settle();
  outcomes[0]?.resolve({ status: "success", output: {} });
  assertEquals((await second).report.status, "success");
  assertEquals(asked, ["run", "answer"]);
});

Deno.test("a run whose worker was ended goes on from its journal", async () => {
  const { run, asked, outcomes, uses } = createRun();
  const first = run.proceed([], {});
  await settle();
  run.ask(QUESTION);
  await first;
  run.suspend();
  outcomes[0]?.resolve({ status: "suspended" });
  assertEquals([run.isWaitingLive, uses.open], [false, 0]);
  const second = run.proceed([ANSWER], {});
  await settle();
  outcomes[1]?.resolve({ status: "success", output: {} });
  assertEquals((await second).report.status, "success");
  assertEquals(asked, ["run", "suspend", "run"]);
});

Deno.test("a run whose executor died while it waited goes on from its journal", async () => {
  const { run, asked, outcomes, replies } = createRun();
  const first = run.proceed([], {});
  await settle();
  run.ask(QUESTION);
  await first;
  outcomes[0]?.reject(new Error("the executor died"));
  replies.answer = Promise.reject(new Error("the executor died"));
  const second = run.proceed([ANSWER], {});
  await settle();
  outcomes[1]?.resolve({ status: "success", output: {} });
  assertEquals((await second).report.status, "success");
  assertEquals(asked, ["run", "answer", "run"]);
});

Deno.test("what fails beside a question ends the run although nobody answered", async () => {
  const { run, outcomes, ends } = createRun();
  const first = run.proceed([], {});
  await settle();
  run.ask(QUESTION);
  const waiting = await first;
  outcomes[0]?.resolve({ status: "failed", error: { code: "run_failed", message: "boom" } });
  const over = waiting.status === "waiting" ? await waiting.over : waiting;
  assertEquals([over.report.status, over.report.error?.message, ends.length], ["failed", "boom", 1]);
});

Deno.test("cancel() of a run that waits for its turn ends it, and its turn passes on", async () => {
  const limiter = new Limiter(1);
  const place = await limiter.enter(new AbortController().signal);
  const { run, asked, ends } = createRun(limiter);
  const result = run.proceed([], {});
  await settle();
  assertEquals(run.cancel().report.status, "cancelled");
  place[Symbol.dispose]();
  assertEquals((await result).report.status, "cancelled");
  assertEquals([asked, ends.length], [[], 1]);
  (await limiter.enter(new AbortController().signal))[Symbol.dispose]();
});

Deno.test("cancelling a call tells the executor and does not wait for it", async () => {
  const { run, asked } = createRun();
  const cancelled = new AbortController();
  const result = run.proceed([], { signal: cancelled.signal });
  await settle();
  cancelled.abort();
  assertEquals((await result).report.error?.code, "cancelled");
  assertEquals(asked, ["run", "cancel"]);
});

Deno.test("a run's servers are there before it is executed, as long as its worker, and again when it goes on", async () => {
  const happened: string[] = [];
  const opening = Promise.withResolvers<void>();
  const { run, asked, outcomes } = createRun(new Limiter(1), {
    open: async () => {
      happened.push("open");
      await opening.promise;
      return [{ id: "files", tools: [] }];
    },
    close: () => void happened.push("close"),
  });
  const first = run.proceed([], {});
  await settle();
  assertEquals([asked, happened.at(-1)], [[], "open"]);
  opening.resolve();
  await settle();
  run.ask(QUESTION);
  await first;
  assertEquals(happened.at(-1), "open", "a worker that waits keeps them");
  run.suspend();
  assertEquals(happened.at(-1), "close");
  outcomes[0]?.resolve({ status: "suspended" });
  const second = run.proceed([ANSWER], {});
  await settle();
  assertEquals([asked, happened.at(-1)], [["run", "suspend", "run"], "open"]);
  outcomes[1]?.resolve({ status: "success", output: {} });
  await second;
  assertEquals(happened.at(-1), "close");
});

Deno.test("a run whose servers cannot be connected to is never executed", async () => {
  const { run, asked, ends } = createRun(new Limiter(1), {
    open: () => Promise.reject(new WorkflowError("run_failed", "no files")),
    close: () => {},
  });
  const { report } = await run.proceed([], {});
  assertEquals([report.status, report.error, asked, ends.length], [
    "failed",
    { code: "run_failed", message: "no files" },
    [],
    1,
  ]);
});

Deno.test("an executor that dies while a run waits takes the run's servers with it", async () => {
  const happened: string[] = [];
  const { run, outcomes } = createRun(new Limiter(1), {
    open: () => Promise.resolve([]),
    close: () => void happened.push("close"),
  });
  const first = run.proceed([], {});
  await settle();
  run.ask(QUESTION);
  await first;
  happened.length = 0;
  outcomes[0]?.reject(new Error("the executor died"));
  await settle();
  assertEquals(happened, ["close"]);
});
