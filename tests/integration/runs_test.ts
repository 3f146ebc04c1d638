import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { DatabaseSync } from "node:sqlite";
import { join } from "@std/path";
import { listRuns, resume, runJson } from "./harness/project_command.ts";
import { runCommand } from "./harness/run_command.ts";
import { makeProject, PROJECT_ID } from "./harness/temp_project.ts";

const project = await makeProject({
  "workflow.ts": `import { workflow } from "workflow-code";
export default workflow.define({
  entrypoints: {
    fine: { title: "Fine \\u001b[31mred", run: () => 1 },
    broken: { run() { throw new Error("out of ink"); } },
    asking: {
      title: "経費の承認",
      async run(ctx) {
        await ctx.approve("pay", { title: "Pay?\\u001b[2J", detail: "It is ${"much ".repeat(30)}" });
      },
    },
  },
});
`,
});
Deno.test.afterAll(() => project[Symbol.asyncDispose]());

const ids: Record<string, string> = {};
for (const entrypoint of ["fine", "broken", "asking"]) {
  ids[entrypoint] = (await runJson(project, [entrypoint])).report.runId;
}
const ALL = [ids.asking, ids.broken, ids.fine];

function runs(args: readonly string[] = []) {
  return runCommand(["runs", "--data-dir", project.dataDir, ...args], { env: { TZ: "Asia/Tokyo" } });
}

Deno.test("runs lists runs in a table, the newest first, with the question of those that wait", async () => {
  const { code, stdout, stderr } = await runs();
  assertEquals([code, stderr], [0, ""]);
  const [head, asking = "", asks, broken = "", fine = "", ...rest] = stdout.split("\n");
  assertEquals(rest, [""]);
  assertMatch(head ?? "", /^RUN +STATUS +STARTED +DURATION +WORKFLOW$/);
  assertMatch(
    asking,
    new RegExp(`^${ids.asking}  waiting_for_input  \\S+ \\S+  [\\d.]+ \\w+ +project: 経費の承認$`),
  );
  assertEquals(asks, `  asks: Pay?\\u001b[2J It is ${"much ".repeat(30).slice(0, 59)}…`);
  assertMatch(broken, new RegExp(`^${ids.broken}  failed +\\S`));
  assertMatch(fine, new RegExp(`^${ids.fine}  success +.+  project: Fine \\\\u001b\\[31mred$`));
});

Deno.test("runs tells local times", async () => {
  const { stdout } = await runs(["--failed"]);
  const { runs: [run] } = await listRuns(project, ["--failed"]);
  const local = new Intl.DateTimeFormat("sv", {
    timeZone: "Asia/Tokyo",
    dateStyle: "short",
    timeStyle: "medium",
  })
    .format(new Date(run?.startedAt ?? 0));
  assertStringIncludes(stdout, local);
});

Deno.test("runs --json prints the same for programs", async () => {
  const { runs: listed, damaged } = await listRuns(project);
  assertEquals(damaged, []);
  assertEquals(listed.map(({ runId }) => runId), ALL);
  const [asking, broken] = listed;
  assertEquals(broken, {
    runId: ids.broken ?? "",
    status: "failed",
    projectId: PROJECT_ID,
    projectDir: project.dir,
    entrypointId: "broken",
    entrypointTitle: "broken",
    startedAt: broken?.startedAt ?? "",
    finishedAt: broken?.finishedAt ?? "",
    durationMs: broken?.durationMs ?? -1,
    parentRunId: null,
    question: null,
  });
  assertMatch(broken?.startedAt ?? "", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assertEquals([asking?.status, asking?.finishedAt, asking?.question?.id, asking?.question?.kind], [
    "waiting_for_input",
    null,
    "pay",
    "approve",
  ]);
});

const FILTERS: readonly (readonly [args: readonly string[], found: readonly (string | undefined)[]])[] = [
  [["--waiting"], [ids.asking]],
  [["--failed"], [ids.broken]],
  [["--waiting", "--failed"], [ids.asking, ids.broken]],
  [["--limit", "2"], [ids.asking, ids.broken]],
  [["--project", project.dir], ALL],
  [["--project", project.dir, "--failed", "--limit=1"], [ids.broken]],
];

for (const [args, found] of FILTERS) {
  Deno.test(`runs ${args.map((arg) => arg.replace(project.dir, "<dir>")).join(" ")} lists only those`, async () => {
    assertEquals((await listRuns(project, args)).runs.map(({ runId }) => runId), found);
  });
}

Deno.test("runs says that there are more, and that there are none", async () => {
  assertEquals(
    (await runs(["--limit=1"])).stderr,
    "workflow-code: there are more, --limit shows more than 1\n",
  );
  await using other = await makeProject({ "workflow.ts": "" }, {
    id: "22222222-2222-4222-8222-222222222222",
  });
  const { code, stdout, stderr } = await runs(["--project", other.dir]);
  assertEquals([code, stdout, stderr], [
    0,
    "",
    `workflow-code: there are no such runs in ${project.dataDir}\n`,
  ]);
});

Deno.test("runs makes nothing where no run has been", async () => {
  const dataDir = join(project.root, "nothing");
  const { code, stdout } = await runCommand(["runs", "--json", "--data-dir", dataDir]);
  assertEquals([code, JSON.parse(stdout)], [0, { runs: [], damaged: [] }]);
  assertEquals(await Deno.stat(dataDir).then(() => true, () => false), false);
});

const WRONG: readonly (readonly [args: readonly string[], says: string])[] = [
  [["--limit", "0"], '--limit must be a whole number of at least 1, found "0"'],
  [["--limit=1e3"], '--limit must be a whole number of at least 1, found "1e3"'],
  [["--waiting=yes"], "--waiting takes no value"],
  [["--wating"], "Unknown option --wating of `runs`; did you mean --waiting?"],
  [["20260828-abcd"], 'Unexpected argument "20260828-abcd": `runs` takes [options]'],
];

for (const [args, says] of WRONG) {
  Deno.test(`runs ${args.join(" ")} is wrong usage`, async () => {
    const { code, stdout, stderr } = await runs(args);
    assertEquals([code, stdout], [2, ""]);
    assertStringIncludes(stderr, `workflow-code: ${says}`);
  });
}

Deno.test("a damaged run is told apart, and hides no other", async () => {
  const damaged = (await runJson(project, ["fine"])).report.runId;
  {
    using db = new DatabaseSync(join(project.dataDir, "journal.sqlite"));
    db.prepare("update runs set history = 'x' where id = ?").run(damaged);
  }
  const listed = await listRuns(project);
  assertEquals(listed.runs.map(({ runId }) => runId), ALL);
  assertEquals(listed.damaged, [{ runId: damaged, reason: "history: found no JSON" }]);
  assertEquals(
    (await runs()).stderr,
    `workflow-code: run ${damaged} cannot be read: history: found no JSON\n`,
  );
  const resumed = await runCommand(["resume", damaged, "--data-dir", project.dataDir]);
  assertEquals(resumed.code, 1);
  assertStringIncludes(resumed.stderr, `Cannot read run ${damaged} in the run journal`);
  {
    using db = new DatabaseSync(join(project.dataDir, "journal.sqlite"));
    db.prepare("delete from runs where id = ?").run(damaged);
  }
});

Deno.test("a run that was answered no longer waits", async () => {
  assertEquals((await resume(project, [ids.asking ?? "", "--decline"])).code, 0);
  assertEquals((await listRuns(project, ["--waiting"])).runs, []);
});
