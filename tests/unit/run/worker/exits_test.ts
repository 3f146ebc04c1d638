import { assertEquals, assertMatch } from "@std/assert";
import { inWorker } from "./_in_worker.ts";

Deno.test("installExits() reports the call that would end the worker", async () => {
  for (
    const [call, told] of [
      ["Deno.exit(3)", "Deno.exit(3)"],
      ["process.exit()", "process.exit()"],
      ["process.reallyExit(1)", "process.reallyExit(1)"],
      ["process.abort()", "process.abort()"],
      ["close()", "close()"],
    ] as const
  ) {
    assertEquals(await inWorker(`${call};`), { ended: told });
  }
});

Deno.test("installExits() takes a signal to the own process for an end, but not the question whether it is there", async () => {
  assertMatch(
    (await inWorker(`process.kill(process.pid, "SIGKILL");`)).ended ?? "",
    /^process\.kill\(\d+\)$/,
  );
  assertMatch((await inWorker(`Deno.kill(Deno.pid);`)).ended ?? "", /^Deno\.kill\(\d+\)$/);
  assertEquals(await inWorker(`return process.kill(process.pid, 0);`), { value: true });
});
