import { assert, assertEquals } from "@std/assert";
import type { Progress } from "../../../src/mcp/handlers.ts";
import { watchRun } from "../../../src/mcp/run_progress.ts";

function progress(fraction: number, message?: string) {
  return { type: "progress", fraction, at: 0, ...(message === undefined ? {} : { message }) } as const;
}

Deno.test("watchRun() reports what the run says, as parts of 1", () => {
  const reports: Progress[] = [];
  using watch = watchRun((report) => reports.push(report));
  watch.onEvent(progress(0.25, "reading"));
  watch.onEvent({ type: "log", stream: "info", text: "x", node: null, at: 0 });
  watch.onEvent(progress(1));
  assertEquals(reports, [
    { progress: 0.25, total: 1, message: "reading" },
    { progress: 1, total: 1, message: "reading" },
  ]);
});

Deno.test("watchRun() never reports less than before", () => {
  const reports: Progress[] = [];
  using watch = watchRun((report) => reports.push(report));
  for (const fraction of [0.5, 0.5, 0.1]) watch.onEvent(progress(fraction));
  const values = reports.map((report) => report.progress);
  assertEquals(values.toSorted((a, b) => a - b), values);
  assertEquals(new Set(values).size, 3);
  assert(values.every((value) => value - 0.5 < 1e-6));
});

Deno.test("watchRun() says that a silent run is alive, rising each time", async () => {
  const reports: Progress[] = [];
  const enough = Promise.withResolvers<void>();
  using _watch = watchRun((report) => {
    reports.push(report);
    if (reports.length === 3) enough.resolve();
  }, { heartbeatMs: 1 });
  await enough.promise;
  const [first, second, third] = reports.map((report) => report.progress);
  assert(
    first !== undefined && second !== undefined && third !== undefined && first < second && second < third,
  );
  assertEquals(reports[0]?.message, "Running for 0 s");
});

Deno.test("watchRun() says that a run waits, as long as it does", async () => {
  const reports: Progress[] = [];
  let news = Promise.withResolvers<void>();
  using watch = watchRun((report) => (reports.push(report), news.resolve()), { heartbeatMs: 1 });
  watch.onEvent(progress(0.5, "reading"));
  const messages: unknown[] = [];
  for (const isWaiting of [true, false]) {
    watch.setWaiting(isWaiting);
    news = Promise.withResolvers();
    await news.promise;
    messages.push(reports.at(-1)?.message);
  }
  assertEquals(messages, ["Waiting for an answer", "reading"]);
});

Deno.test("watchRun() does nothing for a client that did not ask", () => {
  using watch = watchRun(undefined, { heartbeatMs: 1 });
  watch.onEvent(progress(0.5));
});
