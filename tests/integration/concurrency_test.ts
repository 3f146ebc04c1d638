import { assert, assertEquals, assertRejects } from "@std/assert";
import { call, connect, type Connection } from "./harness/connect.ts";
import { eventually } from "./harness/processes.ts";
import { makeMain } from "./harness/temp_project.ts";

/** Says when a run worked, and what it found in its module. */
const WORK = `
const begun = Date.now();
console.log("begun " + values.name);
await new Promise((done) => setTimeout(done, values.ms));
return { name: values.name, before: count++, begun, ended: Date.now() };`;
const OPTIONS = {
  head: "let count = 0;",
  params: `{ name: { type: "string", required: true }, ms: { type: "number", default: 0 } }`,
  entrypoint: "timeout: 30_000,",
};

interface Worked {
  readonly name: string;
  readonly before: number;
  readonly begun: number;
  readonly ended: number;
}

async function work(connection: Connection, name: string, ms: number): Promise<Worked> {
  return (await call(connection, "main", { name, ms })).structuredContent.output;
}

/** The most runs that were at work at the same time. */
function mostAtOnce(runs: readonly Worked[]): number {
  return Math.max(
    ...runs.map(({ begun }) => runs.filter((one) => one.begun <= begun && begun < one.ended).length),
  );
}

Deno.test("with --max-concurrency 1 calls run one after the other, in the order in which they came", async () => {
  await using project = await makeMain(WORK, OPTIONS);
  await using connection = await connect(project, ["--max-concurrency", "1"]);
  const names = ["a", "b", "c", "d"];
  // Later calls are shorter: only a queue keeps them in order.
  const runs = await Promise.all(names.map((name, n) => work(connection, name, 200 - 50 * n)));
  assertEquals(mostAtOnce(runs), 1);
  assertEquals(runs.toSorted((a, b) => a.begun - b.begun).map(({ name }) => name), names);
});

Deno.test("by default as many calls run at once as there are processors, at least 2", async () => {
  await using project = await makeMain(WORK, OPTIONS);
  await using connection = await connect(project);
  const places = Math.max(2, navigator.hardwareConcurrency);
  const names = Array.from({ length: places + 2 }, (_, n) => `${n}`);
  const runs = await Promise.all(names.map((name) => work(connection, name, 1_000)));
  assertEquals(mostAtOnce(runs), places);
});

Deno.test("a call that is cancelled while it is queued never runs, and those behind it do", async () => {
  await using project = await makeMain(WORK, OPTIONS);
  await using connection = await connect(project, ["--max-concurrency", "1"]);
  const first = work(connection, "first", 1_000);
  await eventually("the first runs", { ms: 10_000, is: () => connection.stderr().includes("begun first") });
  const stop = new AbortController();
  const queued = assertRejects(() =>
    connection.client.callTool({ name: "main", arguments: { name: "queued" } }, undefined, {
      signal: stop.signal,
    })
  );
  const last = work(connection, "last", 0);
  stop.abort();
  await queued;
  assertEquals([(await first).name, (await last).name], ["first", "last"]);
  assert(!connection.stderr().includes("begun queued"), connection.stderr());
});

Deno.test("thirty calls at once are all answered, each by a worker of its own", async () => {
  await using project = await makeMain(WORK, OPTIONS);
  await using connection = await connect(project, ["--max-concurrency", "4"]);
  const names = Array.from({ length: 30 }, (_, n) => `call-${n}`);
  const results = await Promise.all(names.map((name) => call(connection, "main", { name, ms: 10 })));
  const contents = results.map(({ structuredContent }) => structuredContent);
  assertEquals(contents.map(({ output }) => output.name), names);
  assertEquals(new Set(contents.map(({ output }) => output.before)), new Set([0]));
  assertEquals(new Set(contents.map(({ runId }) => runId)).size, names.length);
  assert(mostAtOnce(contents.map(({ output }) => output)) <= 4);
  assertEquals(connection.errors, []);
});
