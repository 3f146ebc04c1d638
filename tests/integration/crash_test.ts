import { assert, assertEquals, assertMatch, assertNotEquals, assertRejects } from "@std/assert";
import { call, connect, type Connection } from "./harness/connect.ts";
import { makeEntrypoints } from "./harness/probe.ts";
import { eventually, executorsOf } from "./harness/processes.ts";

/** The longest that a failure may take on a busy machine. */
const QUICK_MS = 5_000;
/** How long a replaced executor may burn on: 10 s for its other runs, and some for the machine. */
const BURNING_MS = 12_000;

const FILL = `const kept: unknown[] = []; for (let n = 0;; n++) kept.push(new Array(1_000_000).fill(n));`;
const WAIT = "await new Promise(() => {});";

/** How a run ended: its output as JSON, or `! CODE: message`. */
async function end(connection: Connection, id: string): Promise<string> {
  const { isError, structuredContent } = await call(connection, id);
  if (!isError) return JSON.stringify(structuredContent.output);
  const { code, message } = structuredContent.error;
  return `! ${code}: ${message}`;
}

Deno.test("whatever a run does to its process, it ends quickly with a reason, and the next call works", async () => {
  const table: Record<string, readonly [body: string, ends: RegExp]> = {
    exit: ["Deno.exit(3);", /^! run_failed: The workflow called Deno\.exit\(3\)/],
    abort: [`(await import("node:process")).default.abort();`, /^! run_failed: .*process\.abort\(\)/],
    rejection: [`Promise.reject(new Error("lost")); ${WAIT}`, /^! run_failed: lost$/],
    thrown: [`throw 5;`, /^! run_failed: 5$/],
    overflow: [`const f = (): number => f() + 1; f();`, /^! run_failed: RangeError: Maximum call stack/],
    cycle: [
      `const a: any = { b: {} }; a.b.c = a; return a;`,
      /^! run_failed: .*`b\.c` of the output is a cycle/,
    ],
    bigint: [`return { list: [1n] };`, /^! run_failed: .*`list\[0\]` of the output is a BigInt/],
    fn: [`return { f() {} };`, /^! run_failed: .*`f` of the output is a function/],
    deep: [`let a: any = []; for (let n = 0; n < 100_000; n++) a = [a]; return a;`, /^! run_failed: /],
    worker: [`new Worker("data:text/javascript,", { type: "module" });`, /^! run_failed: /],
    threads: [
      `new (await import("node:worker_threads")).Worker("1", { eval: true });`,
      /^! run_failed: .*(thread|worker)/i,
    ],
    program: [`new Deno.Command("/bin/ls").spawn();`, /^! run_failed: Cannot start "\/bin\/ls"/],
    patched: [
      `JSON.stringify = (Array.prototype as any).map = Promise.prototype.then = (() => { throw 1; }) as any;`,
      /^(\{\}|! run_failed: .+)$/,
    ],
    forged: [
      `for (const text of ["{}", '{"jsonrpc":"2.0","id":1,"result":{}}']) { console.log(text); await Deno.stdout.write(new TextEncoder().encode(text + "\\n")); }
       (await import("node:fs")).writeSync(1, '{"jsonrpc":"2.0","id":2,"result":{}}\\n'); return 1;`,
      /^1$/,
    ],
    stdin: [`return (await new Response(Deno.stdin.readable).text()).length;`, /^0$/],
  };
  const bodies = Object.fromEntries(Object.entries(table).map(([id, [body]]) => [id, body]));
  await using project = await makeEntrypoints({ ...bodies, again: `return "again";` });
  await using connection = await connect(project);
  await end(connection, "again");
  const [executor] = executorsOf(connection.pid);
  for (const [id, [, wanted]] of Object.entries(table)) {
    const begun = Date.now();
    const found = await end(connection, id);
    assertMatch(found, wanted, `${id}: ${found}`);
    const took = Date.now() - begun;
    assert(took < QUICK_MS, `${id} took ${took} ms`);
    assertEquals(await end(connection, "again"), '"again"', id);
  }
  assertEquals(executorsOf(connection.pid), [executor]);
  assertEquals(connection.errors, []);
});

Deno.test("a full heap fails the runs of that process, says how much there is, and the next call works", async () => {
  await using project = await makeEntrypoints({
    fill: FILL,
    wait: WAIT,
    again: `return "again";`,
  }, { timeout: 120_000 });
  await using connection = await connect(project, ["--max-concurrency", "3"]);
  await end(connection, "again");
  const [before] = executorsOf(connection.pid);
  const ends = await Promise.all([end(connection, "fill"), end(connection, "wait")]);
  for (const found of ends) {
    assertEquals(
      found,
      "! executor_crashed: The workflow used more memory than the 1024 MiB that its process has",
    );
  }
  assertEquals(await end(connection, "again"), '"again"');
  const after = executorsOf(connection.pid);
  assertEquals(after.length, 1);
  assertNotEquals(after, [before]);
  assertEquals(connection.errors, []);
});

Deno.test("an endless loop that its client cancels leaves a server that answers, and is gone soon", async () => {
  await using project = await makeEntrypoints({
    loop: `console.log("burning"); await new Promise((done) => setTimeout(done, 50)); for (;;) {}`,
    pid: `return (await import("node:process")).default.pid;`,
  }, { timeout: 60_000 });
  await using connection = await connect(project);
  const burning = Number(await end(connection, "pid"));
  assertEquals(executorsOf(connection.pid), [burning]);
  const stop = new AbortController();
  const looping = assertRejects(() =>
    connection.client.callTool({ name: "loop", arguments: {} }, undefined, { signal: stop.signal })
  );
  await eventually("the loop runs", { ms: QUICK_MS, is: () => connection.stderr().includes("burning") });
  await new Promise((done) => setTimeout(done, 200));
  stop.abort();
  await looping;
  const begun = Date.now();
  const next = Number(await end(connection, "pid"));
  assert(Date.now() - begun < QUICK_MS);
  await eventually("the burning executor is gone", {
    ms: BURNING_MS,
    is: () => !executorsOf(connection.pid).includes(burning),
  });
  // The call may have been faster than the news that the executor is spent.
  if (next !== burning) assertEquals(Number(await end(connection, "pid")), next);
  else assertNotEquals(Number(await end(connection, "pid")), burning);
  assertEquals(connection.errors, []);
});

Deno.test("an endless loop that its time limit ends is answered at once, and its executor is gone soon", async () => {
  await using project = await makeEntrypoints({
    loop: `for (;;) {}`,
    pid: `return (await import("node:process")).default.pid;`,
  }, { timeout: 1_000 });
  await using connection = await connect(project);
  const burning = Number(await end(connection, "pid"));
  const begun = Date.now();
  assertMatch(await end(connection, "loop"), /^! timeout: .*1000 ms/);
  assert(Date.now() - begun < 1_000 + QUICK_MS);
  await end(connection, "pid");
  await eventually("the burning executor is gone", {
    ms: BURNING_MS,
    is: () => !executorsOf(connection.pid).includes(burning),
  });
});

Deno.test("a cancelled run that only waits costs no executor", async () => {
  await using project = await makeEntrypoints({
    wait: WAIT,
    fetching: `await new Promise((resolve) => setTimeout(resolve, 30_000));`,
    work: `for (;;) { await new Promise((resolve) => setTimeout(resolve)); for (let n = 0; n < 1e5; n++); }`,
    late: `ctx.signal.addEventListener("abort", () => {}); await new Promise(() => {});`,
    again: `return "again";`,
  }, { timeout: 60_000 });
  await using connection = await connect(project);
  await end(connection, "again");
  const before = executorsOf(connection.pid);
  for (const name of ["wait", "fetching", "work", "late", "wait"]) {
    const signal = AbortSignal.timeout(300);
    await assertRejects(() => connection.client.callTool({ name, arguments: {} }, undefined, { signal }));
    assertEquals(await end(connection, "again"), '"again"');
    await new Promise((resolve) => setTimeout(resolve, 200));
    assertEquals(executorsOf(connection.pid), before, name);
  }
});
