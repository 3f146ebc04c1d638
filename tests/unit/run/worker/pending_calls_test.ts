import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { PendingCalls } from "../../../../src/run/worker/pending_calls.ts";

Deno.test("PendingCalls rejects a call that is given up, and ignores its answer", async () => {
  const calls = new PendingCalls();
  const { id, result } = calls.open(() => {});
  calls.giveUp(id, new Error("given up"));
  calls.receive({ id, ok: true, result: 1 });
  await assertRejects(() => result, Error, "given up");
});

Deno.test("PendingCalls keeps nothing of a call that could not be sent", async () => {
  const calls = new PendingCalls();
  assertThrows(
    () =>
      calls.open(() => {
        throw new Error("no");
      }),
    Error,
    "no",
  );
  const { id, result } = calls.open(() => {});
  calls.receive({ id, ok: true, result: "next" });
  assertEquals(await result, "next");
});
