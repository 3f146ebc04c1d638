import { assertEquals, assertRejects } from "@std/assert";
import { WorkflowError } from "../../../../src/errors.ts";
import type { FromWorker } from "../../../../src/run/protocol.ts";
import { StoreCalls } from "../../../../src/run/worker/store_calls.ts";

Deno.test("StoreCalls gives each call its own answer, in whatever order they come", async () => {
  const posted: FromWorker[] = [];
  const calls = new StoreCalls((message) => posted.push(message));
  const first = calls.call("kv.get", { key: "a" });
  const second = calls.call("kv.get", { key: "b" });
  calls.receive({ type: "store_result", id: 2, ok: true, result: "2" });
  calls.receive({ type: "store_result", id: 2, ok: true, result: "again" });
  calls.receive({ type: "store_result", id: 7, ok: true, result: "unasked" });
  calls.receive({ type: "store_result", id: 1, ok: false, error: { code: "store_failed", message: "no" } });
  assertEquals(await second, "2");
  assertEquals((await assertRejects(() => first, WorkflowError, "no")).code, "store_failed");
  assertEquals(posted, [
    { type: "store", id: 1, method: "kv.get", params: { key: "a" } },
    { type: "store", id: 2, method: "kv.get", params: { key: "b" } },
  ]);
});

Deno.test("StoreCalls fails what cannot be sent, and nothing else", async () => {
  const calls = new StoreCalls(() => {
    throw new DOMException("no clone", "DataCloneError");
  });
  await assertRejects(() => calls.call("kv.get", { key: "a" }), DOMException, "no clone");
});
