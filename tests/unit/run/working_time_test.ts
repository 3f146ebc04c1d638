import { assertEquals } from "@std/assert";
import { WorkingTime } from "../../../src/run/working_time.ts";

Deno.test("the time is up after the limit", async () => {
  const expired = Promise.withResolvers<void>();
  new WorkingTime(1, expired.resolve).start();
  await expired.promise;
});

Deno.test("the time stands still while it is stopped, and goes on where it stood", async () => {
  let isUp = false;
  const expired = Promise.withResolvers<void>();
  const time = new WorkingTime(20, () => {
    isUp = true;
    expired.resolve();
  });
  time.start();
  time.stop();
  await new Promise((resolve) => setTimeout(resolve, 40));
  assertEquals(isUp, false);
  time.start();
  time.start();
  await expired.promise;
});
