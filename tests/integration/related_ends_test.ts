// How a run and the run of a related project that it called end with each other, and go on.
import { assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { call, connect } from "./harness/connect.ts";
import { descendantsOf, eventually, executorsOf } from "./harness/processes.ts";
import { listRuns, resume, runJson, toJsonCommand } from "./harness/project_command.ts";
import { RawServer } from "./harness/raw_server.ts";
import { makePair, type RelatedPair } from "./harness/related_projects.ts";
import { isAlive, RunningCommand } from "./harness/running_command.ts";

/** Calls what goes on until it is ended, and counts how often it was begun. */
const HANGING = {
  main: `main: { run: (ctx) => ctx.related("other").run("hangs") },
    short: { timeout: 4000, run: (ctx) => ctx.related("other").run("hangs") },
    dies: { async run(ctx) {
      ctx.related("other").run("hangs").catch(() => {});
      await ctx.related("other").run("begins");
      const hoard = [];
      for (;;) hoard.push(new Array(1e6).fill(Math.random()));
    } },
    forgets: { async run(ctx) {
      ctx.related("other").run("hangs").catch(() => {});
      await ctx.related("other").run("begins");
    } }`,
  other: `hangs: { async run(ctx) {
    console.log("hanging");
    await new Promise(() => {});
  } },
  begins: { run() {} }`,
};

/** The statuses of the runs that hang or have hung, those of the main project first. */
async function statuses({ main }: RelatedPair): Promise<string[]> {
  const { runs } = await listRuns(main);
  return runs.filter(({ entrypointId }) => entrypointId !== "begins").toSorted((a, b) =>
    Number(a.parentRunId !== null) - Number(b.parentRunId !== null)
  )
    .map(({ status }) => status);
}

async function untilStatuses(pair: RelatedPair, expected: readonly string[]): Promise<void> {
  await eventually(`runs ${expected}`, {
    ms: 5000,
    is: async () => String(await statuses(pair)) === String(expected),
  });
}

Deno.test("cancelling the calling run cancels the related one", async () => {
  await using pair = await makePair(HANGING.main, { other: HANGING.other });
  await using server = new RawServer(["mcp", pair.main.dir, "--data-dir", pair.main.dataDir, ...pair.bind]);
  await server.initialize();
  await server.send({ jsonrpc: "2.0", id: "call", method: "tools/call", params: { name: "main" } });
  await server.untilPrinted(/hanging/);
  await server.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "call" } });
  await untilStatuses(pair, ["cancelled", "cancelled"]);
});

Deno.test("Ctrl-C ends both runs", async () => {
  await using pair = await makePair(HANGING.main, { other: HANGING.other });
  await using command = new RunningCommand(toJsonCommand(pair.main, [...pair.bind, "main"]));
  await command.stderr.until(/hanging/);
  command.kill("SIGINT");
  const { code } = await command.result();
  assertEquals([code, await statuses(pair)], [130, ["cancelled", "cancelled"]]);
});

Deno.test("the time limit of the calling run ends the related one", async () => {
  await using pair = await makePair(HANGING.main, { other: HANGING.other });
  const { code, report } = await runJson(pair.main, [...pair.bind, "short"]);
  assertEquals([code, report.error?.code], [1, "timeout"]);
  assertEquals(report.nodes.map(({ id, status }) => [id, status]), [["other.hangs", "cancelled"]]);
  assertEquals(await statuses(pair), ["timeout", "cancelled"]);
});

Deno.test("a run that ends without waiting for a related one ends it", async () => {
  await using pair = await makePair(HANGING.main, { other: HANGING.other });
  const { code } = await runJson(pair.main, [...pair.bind, "forgets"]);
  assertEquals([code, await statuses(pair)], [0, ["success", "cancelled"]]);
});

Deno.test("when the calling run's process dies, the related run is ended and the server lives", async () => {
  await using pair = await makePair(HANGING.main, { other: HANGING.other });
  await using connection = await connect(pair.main, pair.bind);
  const { structuredContent } = await call(connection, "dies");
  assertEquals(structuredContent.error.code, "executor_crashed");
  await untilStatuses(pair, ["failed", "cancelled"]);
});

Deno.test("when the related run's process dies, the calling run gets an error and lives", async () => {
  await using pair = await makePair(
    `main: { run: (ctx) => ctx.related("other").run("dies").catch(({ code, message }) => ({ code, message })) }`,
    { other: `dies: { run() { const hoard = []; for (;;) hoard.push(new Array(1e6).fill(1.5)); } }` },
  );
  const { report } = await runJson(pair.main, [...pair.bind, "main"]);
  assertEquals(report.result.data.output, {
    code: "executor_crashed",
    message: 'Related project "other": The workflow used more memory than the 1024 MiB that its process has',
  });
});

Deno.test("a related project has a process only once it is run, and it ends with the server", async () => {
  await using pair = await makePair(HANGING.main, { other: HANGING.other });
  await using server = new RawServer(["mcp", pair.main.dir, "--data-dir", pair.main.dataDir, ...pair.bind]);
  await server.initialize();
  await server.request("tools/list");
  assertEquals(executorsOf(server.pid).length, 1);
  await server.send({ jsonrpc: "2.0", id: "call", method: "tools/call", params: { name: "main" } });
  await server.untilPrinted(/hanging/);
  const started = descendantsOf(server.pid).map(({ pid }) => pid);
  assertEquals(started.length, 2);
  await server.closeInput();
  await server.status;
  assertEquals(started.filter(isAlive), []);
  await untilStatuses(pair, ["cancelled", "cancelled"]);
});

/** Says what of the related run is done, which takes a while. */
const COUNTING = {
  main: `main: { async run(ctx) {
    const other = await ctx.related("other").run("counts");
    const after = await ctx.step("after", () => "after");
    return { other, after };
  } }`,
  other: `counts: { async run(ctx) {
    console.log("began");
    const first = await ctx.step("first", async () => { console.log("first"); return ctx.runId; });
    await ctx.step("second", () => {
      console.log("waits");
      return new Promise((resolve) => setTimeout(resolve, 1000));
    });
    console.log("second");
    return first === ctx.runId;
  } }`,
};

Deno.test("a calling run that was killed and is resumed goes on with the related run that it began", async () => {
  await using pair = await makePair(COUNTING.main, { other: COUNTING.other });
  await using command = new RunningCommand(toJsonCommand(pair.main, [...pair.bind, "main"]));
  await command.stderr.until(/waits/);
  command.kill("SIGKILL");
  await command.result();
  assertEquals(await statuses(pair), ["interrupted", "interrupted"]);
  const runId = await mainRunOf(pair);
  const { report, stderr } = await resume(pair.main, [runId, ...pair.bind]);
  assertEquals(report.result.data.output, { other: true, after: "after" });
  assertEquals(Array.from(stderr.matchAll(/\] (\w+)$/gm), ([, word]) => word), ["began", "waits", "second"]);
  assertEquals(await statuses(pair), ["success", "success"]);
});

Deno.test("a related run that has ended is not run again by the calling run that is resumed", async () => {
  await using pair = await makePair(
    `main: { async run(ctx) {
      const caught = await ctx.related("other").run("fails").catch(({ code, errCode, message }) => ({ code, errCode, message }));
      const other = await ctx.related("other").run("works");
      if (!await Deno.stat("now").catch(() => null)) throw new Error("not now");
      return { caught, other };
    } }`,
    {
      other: `
        works: { run: (ctx) => { console.log("works"); return ctx.runId; } },
        fails: { run: (ctx) => { console.log("fails"); ctx.fail(7, "no such invoice"); } }`,
    },
  );
  const failed = await runJson(pair.main, [...pair.bind, "main"]);
  assertEquals(failed.report.status, "failed");
  await Deno.writeTextFile(join(pair.main.dir, "now"), "");
  const { report, stderr } = await resume(pair.main, [failed.report.runId, ...pair.bind]);
  assertEquals(report.result.data.output, {
    caught: { code: "business_error", errCode: 7, message: "no such invoice" },
    other: (await listRuns(pair.main)).runs.find(({ entrypointId }) => entrypointId === "works")?.runId,
  });
  assertEquals(stderr.includes("works\n") || stderr.includes("fails\n"), false, stderr);
});

Deno.test("a related run whose failure ended the calling run goes on behind its last step when that is resumed", async () => {
  await using pair = await makePair(`main: { run: (ctx) => ctx.related("other").run("half") }`, {
    other: `half: { async run(ctx) {
      const n = await ctx.step("once", () => { console.log("once"); return 1; });
      if (!await Deno.stat("now").catch(() => null)) throw new Error("not now");
      return n;
    } }`,
  });
  const failed = await runJson(pair.main, [...pair.bind, "main"]);
  assertStringIncludes(failed.report.error?.message ?? "", 'Related project "other": ');
  await Deno.writeTextFile(join(pair.otherDir, "now"), "");
  const { report, stderr } = await resume(pair.main, [failed.report.runId, ...pair.bind]);
  assertEquals([report.status, report.result.data.output], ["success", 1]);
  assertEquals(stderr.includes("once"), false, stderr);
  assertEquals(await statuses(pair), ["success", "success"]);
});

Deno.test("resume --force goes on with the related project as it is now", async () => {
  await using pair = await makePair(`main: { run: (ctx) => ctx.related("other").run("broken") }`, {
    other: `broken: { run() { throw new Error("old"); } }`,
  });
  const failed = await runJson(pair.main, [...pair.bind, "main"]);
  const path = join(pair.otherDir, "workflow.ts");
  const source = await Deno.readTextFile(path);
  await Deno.writeTextFile(path, source.replace(`throw new Error("old");`, `return "mended";`));
  const again = await resume(pair.main, [failed.report.runId, ...pair.bind]);
  assertStringIncludes(again.report.error?.message ?? "", "old");
  const { report } = await resume(pair.main, [failed.report.runId, ...pair.bind, "--force"]);
  assertEquals([report.status, report.result.data.output], ["success", "mended"]);
});

Deno.test("cancelling the call that waits for a related run's question cancels both", async () => {
  await using pair = await makePair(`main: { run: (ctx) => ctx.related("other").run("asks") }`, {
    other: `asks: { run: (ctx) => ctx.approve("go", { title: "Go?" }) }`,
  });
  await using server = new RawServer(["mcp", pair.main.dir, "--data-dir", pair.main.dataDir, ...pair.bind]);
  await server.initialize({ elicitation: {} });
  await server.send({ jsonrpc: "2.0", id: "call", method: "tools/call", params: { name: "main" } });
  const { method } = await server.next();
  assertEquals(method, "elicitation/create");
  await server.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "call" } });
  await untilStatuses(pair, ["cancelled", "cancelled"]);
});

async function mainRunOf({ main }: RelatedPair): Promise<string> {
  const { runs } = await listRuns(main);
  return runs.find(({ parentRunId }) => parentRunId === null)?.runId ?? "";
}
