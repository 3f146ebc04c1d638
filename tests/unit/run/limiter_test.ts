import { assertEquals, assertRejects } from "@std/assert";
import { Limiter } from "../../../src/run/limiter.ts";

const NEVER = new AbortController().signal;

Deno.test("enter() lets as many in as there are places, the rest in order", async () => {
  const limiter = new Limiter(2);
  const entered: number[] = [];
  const places = [1, 2, 3, 4].map((n) =>
    limiter.enter(NEVER).then((place) => {
      entered.push(n);
      return place;
    })
  );
  (await places[0])?.[Symbol.dispose]();
  await places[2];
  assertEquals(entered, [1, 2, 3]);
  (await places[1])?.[Symbol.dispose]();
  await places[3];
  assertEquals(entered, [1, 2, 3, 4]);
});

Deno.test("enter() gives up its place in the queue when the signal aborts", async () => {
  const limiter = new Limiter(1);
  const first = await limiter.enter(NEVER);
  const cancelled = new AbortController();
  const second = limiter.enter(cancelled.signal);
  const third = limiter.enter(NEVER);
  cancelled.abort(new Error("cancelled"));
  await assertRejects(() => second, Error, "cancelled");
  first[Symbol.dispose]();
  (await third)[Symbol.dispose]();
  using _again = await limiter.enter(NEVER);
});

Deno.test("enter() refuses a signal that has aborted already", async () => {
  await assertRejects(() => new Limiter(1).enter(AbortSignal.abort(new Error("late"))), Error, "late");
});
