import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { parseReport, runJson, toJsonCommand } from "./harness/project_command.ts";
import { isAlive, RunningCommand } from "./harness/running_command.ts";
import { makeProject, PROJECT_ID } from "./harness/temp_project.ts";

const project = await makeProject({
  "workflow.ts": `import { workflow } from "workflow-code";
import { explode } from "./explode.ts";
export default workflow.define({
  entrypoints: {
    greet: {
      title: "Greet",
      params: { name: { type: "positional", required: true } },
      async run(ctx, { name }) {
        const greeting = await ctx.step("compose", () => "Hello " + name);
        console.log("{}");
        return { greeting, runId: ctx.runId, entrypointId: ctx.entrypointId };
      },
    },
    caused: {
      run() {
        try {
          explode();
        } catch (cause) {
          throw new Error("nothing printed", { cause });
        }
      },
    },
    crash: { run: (ctx) => ctx.step("inner", () => explode()) },
    throwText: { run() { throw "only text"; } },
    exit: { async run() { await new Promise((resolve) => setTimeout(resolve)); process.exit(0); } },
    detached: { run() { setTimeout(() => { explode(); }); return new Promise(() => {}); } },
    forgotten: { run() { void Promise.reject(new Error("nobody waits for this")); return new Promise(() => {}); } },
    refuse: { run(ctx) { ctx.fail(404, "No such invoice", { output: { id: 17 } }); } },
    log: {
      run(ctx) {
        ctx.log.debug("fine");
        ctx.log.info("count", { items: [1, { a: "b" }] });
        ctx.log.warn("careful");
        ctx.log.error("two\\nlines");
        console.error("plain");
      },
    },
    slow: { timeout: 100, run: (ctx) => ctx.step("nap", () => new Promise(() => {})) },
    loop: { timeout: 100, run() { while (true); } },
    patient: {
      async run(ctx) {
        await ctx.step("done", () => 1);
        await ctx.step("wait", () => new Promise((_resolve, reject) => {
          ctx.signal.addEventListener("abort", () => reject(ctx.signal.reason));
          console.log("waiting in", process.pid);
        }));
      },
    },
    burning: { run() { console.log("waiting in", process.pid); while (true); } },
  },
});
`,
  "explode.ts": `type Never = never;

export function explode(): Never {
  throw new RangeError("out of ink");
}
`,
});
Deno.test.afterAll(() => project[Symbol.asyncDispose]());

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

Deno.test("json prints one report on stdout and what the run prints on stderr", async () => {
  const { code, report, stderr } = await runJson(project, ["greet", "Ada"]);
  const { runId, startedAt, finishedAt, durationMs, nodes: [node] } = report;
  assertMatch(runId, /^\d{8}-[0-9a-z]{4}$/);
  assertMatch(startedAt, TIME);
  assertMatch(finishedAt ?? "", TIME);
  assert(durationMs >= 0 && durationMs < 10_000);
  assert(node);
  assertEquals(report, {
    reportVersion: 1,
    runId,
    projectId: PROJECT_ID,
    entrypointId: "greet",
    entrypointTitle: "Greet",
    status: "success",
    statuses: [{ status: "running", at: startedAt }, { status: "success", at: finishedAt ?? "" }],
    startedAt,
    finishedAt,
    durationMs,
    params: { name: "Ada" },
    nodes: [{
      id: "compose",
      title: "compose",
      parent: null,
      status: "success",
      startedAt: node.startedAt,
      durationMs: node.durationMs,
      attempts: 1,
    }],
    edges: [],
    interactions: [],
    error: null,
    result: {
      errCode: 0,
      errMsg: "",
      data: { output: { greeting: "Hello Ada", runId, entrypointId: "greet" } },
    },
  });
  assertEquals({ code, stderr }, { code: 0, stderr: `[${runId}] {}\n` });
});

Deno.test("a run id begins with the local date", async () => {
  const before = localDay();
  const { report } = await runJson(project, ["greet", "Ada"], { env: { TZ: "Asia/Tokyo" } });
  const after = localDay();
  assert([before, after].includes(report.runId.slice(0, 8)));
});

Deno.test("a workflow that throws fails with its message and place, its stack only on stderr", async () => {
  const { code, report, stderr } = await runJson(project, ["crash"]);
  const { runId, status, error, result, nodes } = report;
  assertEquals({ code, status, error, result }, {
    code: 1,
    status: "failed",
    error: {
      code: "run_failed",
      message: "RangeError: out of ink",
      location: { file: "explode.ts", line: 4, column: 9 },
    },
    result: { errCode: 1, errMsg: "RangeError: out of ink", data: { output: null } },
  });
  assertEquals(nodes.map(({ id, status, error }) => ({ id, status, error })), [
    { id: "inner", status: "failed", error: { message: "RangeError: out of ink" } },
  ]);
  const frames = stderr.replaceAll(project.dir, "<project>").split("\n");
  assertEquals(frames[0], `[${runId}] RangeError: out of ink`);
  assertEquals(frames[1], `[${runId}]     at explode (file://<project>/explode.ts:4:9)`);
  assertStringIncludes(stderr, "/workflow.ts:");
  assert(!JSON.stringify(report).includes("    at "));
});

Deno.test("the cause of what is thrown is told on stderr, with its own place", async () => {
  const { report, stderr } = await runJson(project, ["caused"]);
  assertEquals(report.error?.message, "nothing printed");
  assertStringIncludes(stderr, `[${report.runId}] Error: nothing printed\n`);
  assertStringIncludes(stderr, `[${report.runId}] Caused by: RangeError: out of ink\n`);
  assertStringIncludes(stderr, `/explode.ts:4:9)\n`);
});

const FAILURES = {
  throwText: "only text",
  exit: "The workflow called process.exit(0), which ends a run without a result",
  detached: "RangeError: out of ink",
  forgotten: "nobody waits for this",
};

for (const [id, message] of Object.entries(FAILURES)) {
  Deno.test(`${id}: what ends a run without a result is a failed run with a reason`, async () => {
    const { code, report } = await runJson(project, [id]);
    const { status, error, result } = report;
    assertEquals({ code, status, error: error?.code, message: error?.message, errMsg: result.errMsg }, {
      code: 1,
      status: "failed",
      error: "run_failed",
      message,
      errMsg: message,
    });
  });
}

Deno.test("ctx.fail is a business failure with its number, message and output, and no stack", async () => {
  const { code, report, stderr } = await runJson(project, ["refuse"]);
  const { status, error, result } = report;
  assertEquals({ code, status, error, result, stderr }, {
    code: 1,
    status: "failed",
    error: {
      code: "business_error",
      message: "No such invoice",
      errCode: 404,
      location: { file: "workflow.ts", line: 28, column: 30 },
    },
    result: { errCode: 404, errMsg: "No such invoice", data: { output: { id: 17 } } },
    stderr: "",
  });
});

Deno.test("ctx.log tells its levels apart and shows data, every line with the run's id", async () => {
  const { report, stderr } = await runJson(project, ["log"]);
  assertEquals(stderr.replaceAll(report.runId, "<run>").split("\n"), [
    "[<run>] debug: fine",
    '[<run>] info: count { items: [ 1, { a: "b" } ] }',
    "[<run>] warn: careful",
    "[<run>] error: two",
    "[<run>] lines",
    "[<run>] plain",
    "",
  ]);
  assertEquals(report.result.data.output, {});
});

for (const id of ["slow", "loop"]) {
  Deno.test(`${id}: a run that exceeds its time limit is reported as timeout`, async () => {
    const { code, report } = await runJson(project, [id]);
    const message = "The run took longer than its limit of 100 ms";
    const { status, error, durationMs, nodes } = report;
    assertEquals({ code, status, error }, {
      code: 1,
      status: "timeout",
      error: { code: "timeout", message },
    });
    assert(durationMs >= 100 && durationMs < 5000, `${durationMs} ms`);
    assertEquals(nodes.map(({ status }) => status), id === "slow" ? ["cancelled"] : []);
  });
}

for (const [id, signal] of [["patient", "SIGINT"], ["burning", "SIGINT"], ["patient", "SIGTERM"]] as const) {
  Deno.test(`${id}: ${signal} cancels the run, prints its report and leaves no process or file behind`, async () => {
    const temp = await Deno.makeTempDir({ dir: project.root });
    await using command = new RunningCommand(toJsonCommand(project, [id]), {
      env: { TMPDIR: temp, TEMP: temp },
    });
    const [, pid] = await command.stderr.until(/waiting in (\d+)/);
    command.kill(signal);
    const { code, stdout, stderr } = await command.result();
    const { status, error, nodes } = parseReport(stdout, stderr);
    assertEquals({ code, status, error }, {
      code: 130,
      status: "cancelled",
      error: { code: "cancelled", message: "The run was cancelled" },
    });
    assertEquals(nodes.map(({ status }) => status), id === "patient" ? ["success", "cancelled"] : []);
    assert(!isAlive(Number(pid)));
    const left = await Array.fromAsync(Deno.readDir(temp), ({ name }) => name);
    // The runtime keeps compiled code of the executable itself there.
    assertEquals(left.filter((name) => !/^deno-compile-.*\.cache$/.test(name)), []);
  });
}

Deno.test("SIGINT ends a project that never finishes loading, and leaves no process behind", async () => {
  await using stuck = await makeProject({
    "workflow.ts": `console.log("loading in", process.pid);
await new Promise(() => {});
export default {};
`,
  });
  await using command = new RunningCommand(toJsonCommand(stuck, ["main"]));
  const [, pid] = await command.stderr.until(/loading in (\d+)/);
  command.kill("SIGINT");
  const { code, stdout } = await command.result();
  assertEquals({ code, stdout }, { code: 130, stdout: "" });
  assert(!isAlive(Number(pid)));
});

function localDay(): string {
  return new Intl.DateTimeFormat("sv", { timeZone: "Asia/Tokyo" }).format(new Date()).replaceAll("-", "");
}
