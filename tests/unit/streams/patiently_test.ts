import { assertEquals, assertRejects } from "@std/assert";
import { patiently } from "../../../src/streams/patiently.ts";

Deno.test("patiently() tries again while the stream is not ready", async () => {
  const outcomes = [new Deno.errors.WouldBlock("not now"), new Deno.errors.Interrupted("a signal"), 7];
  const attempt = () => {
    const outcome = outcomes.shift();
    return outcome instanceof Error ? Promise.reject(outcome) : Promise.resolve(outcome);
  };
  assertEquals(await patiently(attempt), 7);
});

Deno.test("patiently() gives up at once when the stream is broken", async () => {
  let attempts = 0;
  await assertRejects(
    () => patiently(() => (attempts++, Promise.reject(new Deno.errors.BrokenPipe("gone")))),
    Deno.errors.BrokenPipe,
  );
  assertEquals(attempts, 1);
});
