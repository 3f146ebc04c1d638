import { assertEquals, assertRejects } from "@std/assert";
import { WorkflowError } from "../../../../src/errors.ts";
import type { FromWorker } from "../../../../src/run/protocol.ts";
import { HostCalls } from "../../../../src/run/worker/host_calls.ts";

const MIB = 1024 * 1024;

function makeCalls() {
  const posted: FromWorker[] = [];
  const calls = new HostCalls((message) => posted.push(message));
  const close = (server: string, signal?: AbortSignal) => calls.call("mcp.close", { server }, signal);
  return { posted, calls, close };
}

/** Lets what is ready go on. */
const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

Deno.test("HostCalls makes a thousand calls at once, and each further one after an answer, in order", async () => {
  const { posted, calls, close } = makeCalls();
  const made = Array.from({ length: 1_002 }, (_, index) => close(String(index)));
  await turn();
  assertEquals(posted.length, 1_000);
  calls.receive({ type: "host_result", id: 7, ok: true, result: null });
  await turn();
  assertEquals(posted.slice(1_000).map((message) => "params" in message && message.params), [{
    server: "1000",
  }]);
  for (let id = 1; id <= 1_002; id++) {
    calls.receive({ type: "host_result", id, ok: true, result: null });
    await Promise.resolve();
    if (id >= 1_000) await turn();
  }
  assertEquals((await Promise.all(made)).length, 1_002);
});

Deno.test("HostCalls lets a call wait while those with the host are long", async () => {
  const { posted, calls, close } = makeCalls();
  const made = Array.from({ length: 3 }, () => close("x".repeat(30 * MIB)));
  await turn();
  assertEquals(posted.length, 2);
  for (const id of [1, 2, 3]) {
    calls.receive({ type: "host_result", id, ok: true, result: null });
    await turn();
  }
  assertEquals((await Promise.all(made)).length, 3);
});

Deno.test("HostCalls forgets a call that is given up before its turn", async () => {
  const { posted, calls, close } = makeCalls();
  const made = [close("x".repeat(30 * MIB)), close("x".repeat(30 * MIB))];
  const controller = new AbortController();
  const waiting = close("x".repeat(30 * MIB), controller.signal);
  const behind = close("y");
  await turn();
  assertEquals(posted.length, 2);
  controller.abort(new Error("enough"));
  await assertRejects(() => waiting, Error, "enough");
  await turn();
  assertEquals(posted.length, 3);
  for (const id of [1, 2, 3]) calls.receive({ type: "host_result", id, ok: true, result: null });
  await Promise.all([...made, behind]);
});

Deno.test("HostCalls refuses params that are longer than any call's may be, and says what to do", async () => {
  const { posted, close } = makeCalls();
  await assertRejects(
    () => close("x".repeat(33 * MIB)),
    WorkflowError,
    "expected at most 33554432; what is larger is better handed on as a file",
  );
  assertEquals(posted, []);
});
