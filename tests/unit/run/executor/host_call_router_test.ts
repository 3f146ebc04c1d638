import { assertEquals } from "@std/assert";
import { HostCallRouter } from "../../../../src/run/executor/host_call_router.ts";
import type { WorkerSlot } from "../../../../src/run/executor/worker_slot.ts";
import type { ExecutorMessage, HostCallResult } from "../../../../src/run/protocol.ts";

function makeSlot(): { slot: WorkerSlot; got: HostCallResult[] } {
  const got: HostCallResult[] = [];
  const slot = { answerCall: (result: HostCallResult) => got.push(result) } as unknown as WorkerSlot;
  return { slot, got };
}

const call = (id: number) => ({ type: "host_call", id, method: "m", params: null }) as const;

Deno.test("HostCallRouter brings each answer to the worker that asked, under its own id", () => {
  const sent: ExecutorMessage[] = [];
  const router = new HostCallRouter((message) => sent.push(message));
  const one = makeSlot();
  const two = makeSlot();
  router.take("a", one.slot, call(1));
  router.take("b", two.slot, call(1));
  router.settle({ id: 2, ok: true, result: "for two" });
  router.settle({ id: 2, ok: true, result: "again" });
  router.settle({ id: 1, ok: true, result: "for one" });
  assertEquals(sent.map((message) => "runId" in message ? message.runId : message.type), ["a", "b"]);
  assertEquals(one.got, [{ id: 1, ok: true, result: "for one" }]);
  assertEquals(two.got, [{ id: 1, ok: true, result: "for two" }]);
});

Deno.test("HostCallRouter gives up what a worker asked that has ended: the next one of its run gets no answer to it", () => {
  const sent: ExecutorMessage[] = [];
  const router = new HostCallRouter((message) => sent.push(message));
  const before = makeSlot();
  const after = makeSlot();
  router.take("a", before.slot, call(1));
  router.abandon(before.slot);
  router.take("a", after.slot, call(1));
  router.settle({ id: 1, ok: true, result: "late" });
  assertEquals(sent.at(1), { type: "host_call_abort", id: 1 });
  assertEquals([...before.got, ...after.got], []);
});

Deno.test("HostCallRouter gives up the one call that a run gave up", () => {
  const sent: ExecutorMessage[] = [];
  const router = new HostCallRouter((message) => sent.push(message));
  const { slot } = makeSlot();
  router.take("a", slot, call(1));
  router.take("a", slot, call(2));
  router.take("a", slot, { type: "host_call_abort", id: 2 });
  router.take("a", slot, { type: "host_call_abort", id: 5 });
  assertEquals(sent.slice(2), [{ type: "host_call_abort", id: 2 }]);
});

Deno.test("HostCallRouter lets a run have only so many calls with the host, and others after answers", () => {
  const sent: ExecutorMessage[] = [];
  const router = new HostCallRouter((message) => sent.push(message));
  const { slot, got } = makeSlot();
  for (let id = 1; id <= 1_001; id++) router.take("a", slot, call(id));
  assertEquals([sent.length, got.map(({ id, ok }) => [id, ok])], [1_000, [[1_001, false]]]);
  router.take("b", makeSlot().slot, call(1));
  router.settle({ id: 1, ok: true, result: null });
  router.take("a", slot, { type: "host_call_abort", id: 2 });
  router.take("a", slot, call(1_002));
  router.take("a", slot, call(1_003));
  assertEquals([sent.length, got.length], [1_004, 2]);
});

Deno.test("HostCallRouter takes nothing to the host that is longer than it may be", () => {
  const sent: ExecutorMessage[] = [];
  const router = new HostCallRouter((message) => sent.push(message));
  const { slot, got } = makeSlot();
  router.take("a", slot, { type: "host_call", id: 1, method: "m", params: "x".repeat(32 * 1024 * 1024) });
  assertEquals([sent.length, got.map(({ ok }) => ok)], [0, [false]]);
});
