import { assertEquals, assertRejects } from "@std/assert";
import { Limiter } from "../../../../src/run/limiter.ts";
import { LentPlaces } from "../../../../src/run/related/lent_places.ts";

const NEVER = new AbortController().signal;

/** Whether a place comes without anybody giving one back. */
async function comes(place: Promise<Disposable>): Promise<boolean> {
  let came = false;
  place.then(() => came = true);
  await new Promise((resolve) => setTimeout(resolve, 0));
  return came;
}

Deno.test("LentPlaces gives the caller's place where no other is free, and then those that become free", async () => {
  const shared = new Limiter(1);
  const callers = await shared.enter(NEVER);
  const lent = new LentPlaces(shared);
  const first = await lent.enter(NEVER);
  const second = lent.enter(NEVER);
  assertEquals(await comes(second), false);
  first[Symbol.dispose]();
  assertEquals(await comes(second), true);
  const third = lent.enter(NEVER);
  assertEquals(await comes(third), false);
  callers[Symbol.dispose]();
  assertEquals(await comes(third), true);
  assertEquals(await comes(shared.enter(NEVER)), false);
});

Deno.test("LentPlaces takes one place of two that are free", async () => {
  const shared = new Limiter(1);
  const lent = new LentPlaces(shared);
  await lent.enter(NEVER);
  assertEquals(await comes(shared.enter(NEVER)), true);
});

Deno.test("LentPlaces lends on what was lent to it", async () => {
  const shared = new Limiter(1);
  await shared.enter(NEVER);
  const lent = new LentPlaces(shared);
  await lent.enter(NEVER);
  assertEquals(await comes(new LentPlaces(lent).enter(NEVER)), true);
});

Deno.test("LentPlaces gives up waiting, and keeps no place", async () => {
  const shared = new Limiter(1);
  const callers = await shared.enter(NEVER);
  const lent = new LentPlaces(shared);
  await lent.enter(NEVER);
  const stop = new AbortController();
  const waiting = lent.enter(stop.signal);
  stop.abort(new Error("enough"));
  callers[Symbol.dispose]();
  await assertRejects(() => waiting, Error, "enough");
  assertEquals(await comes(shared.enter(NEVER)), true);
});
