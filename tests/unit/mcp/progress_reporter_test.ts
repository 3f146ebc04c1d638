import { assertEquals } from "@std/assert";
import type { Progress } from "../../../src/mcp/handlers.ts";
import { ProgressReporter } from "../../../src/mcp/progress_reporter.ts";

Deno.test("ProgressReporter leaves out what is not further than before", () => {
  const { reporter, sent } = start();
  for (const progress of [0, 0, 0.5, 0.25, 0.5, NaN, Infinity, 0.75]) reporter.report({ progress });
  assertEquals(sent.map(({ progress }) => progress), [0, 0.5, 0.75]);
  reporter.close();
});

Deno.test("ProgressReporter hands on total and message, and leaves out a total that is no number", () => {
  const { reporter, sent } = start();
  reporter.report({ progress: 1, total: 3, message: "one" });
  reporter.report({ progress: 2, total: Infinity });
  assertEquals(sent, [{ progressToken: "t", progress: 1, total: 3, message: "one" }, {
    progressToken: "t",
    progress: 2,
  }]);
  reporter.close();
});

Deno.test("ProgressReporter sends nothing once it is closed or finished", () => {
  for (const end of ["close", "finish"] as const) {
    const { reporter, sent } = start();
    reporter[end]();
    reporter.report({ progress: 1 });
    reporter.finish();
    assertEquals(sent, []);
  }
});

Deno.test("ProgressReporter holds a flood back and sends the newest of it at the end", () => {
  const { reporter, sent } = start();
  for (let progress = 1; progress <= 1000; progress++) reporter.report({ progress });
  assertEquals(sent.length, 32);
  reporter.finish();
  assertEquals(sent.slice(32), [{ progressToken: "t", progress: 1000 }]);
});

Deno.test("ProgressReporter drops what it held back when it is closed", () => {
  const { reporter, sent } = start();
  for (let progress = 1; progress <= 1000; progress++) reporter.report({ progress });
  reporter.close();
  assertEquals(sent.length, 32);
});

Deno.test("ProgressReporter makes room for one more report every 50 ms", () => {
  const { reporter, sent, clock } = start();
  for (let progress = 1; progress <= 32; progress++) reporter.report({ progress });
  clock.now += 100;
  for (let progress = 33; progress <= 40; progress++) reporter.report({ progress });
  assertEquals(sent.slice(32).map(({ progress }) => progress), [33, 34]);
  reporter.close();
});

Deno.test("ProgressReporter sends what it held back when its turn comes", async () => {
  const turn = Promise.withResolvers<number>();
  const reporter = new ProgressReporter({
    token: 0,
    send: ({ progress }) => progress > 32 && turn.resolve(progress),
  });
  for (let progress = 1; progress <= 40; progress++) reporter.report({ progress });
  assertEquals(await turn.promise, 40);
  reporter.close();
});

function start() {
  const sent: (Progress & { progressToken: string | number })[] = [];
  const clock = { now: 0 };
  const reporter = new ProgressReporter({
    token: "t",
    send: (params) => sent.push(params),
    now: () => clock.now,
  });
  return { reporter, sent, clock };
}
