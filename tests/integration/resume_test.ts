import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import type { RunReport } from "../../src/run/report.ts";
import { countDone } from "./harness/count_done.ts";
import { listRuns, resume, runJson } from "./harness/project_command.ts";
import { runCommand } from "./harness/run_command.ts";
import { makeMain, makeProject } from "./harness/temp_project.ts";

const project = await makeProject({
  "workflow.ts": `import { workflow } from "workflow-code";
const ask = (ctx, id, fields) => ctx.ask(id, { message: "What of " + id + "?", fields });
export default workflow.define({
  entrypoints: {
    letter: {
      title: "Letter",
      async run(ctx) {
        const step = (id) => ctx.step(id, () => { console.log("did " + id); });
        await step("read");
        const style = await ctx.ask("style", {
          message: "Which style?",
          fields: {
            tone: { type: "string", options: ["formal", { value: "plain", label: "Plain" }], required: true },
            copies: { type: "number", integer: true, default: 1, maximum: 9 },
            tags: { type: "checkboxes", options: ["a", "b", "c"] },
            urgent: { type: "boolean" },
            since: { type: "string", format: "date" },
          },
        });
        await step("write");
        const approval = await ctx.approve("send", { title: "Send it?", detail: "To everybody" });
        await step("send");
        return { style, approval };
      },
    },
    secret: {
      async run(ctx) {
        const { password } = await ask(ctx, "login", { password: { type: "string", secret: true, required: true, minLength: 8 } });
        await ctx.step("log in", () => { console.log("did log in"); });
        const { code } = await ask(ctx, "code", { code: { type: "string", required: true } });
        return { length: password.length, code };
      },
    },
    file: {
      async run(ctx) {
        const { papers, cover } = await ask(ctx, "papers", {
          papers: { type: "file", multiple: true, required: true },
          cover: { type: "file" },
        });
        await ctx.approve("go", { title: "Go on?" });
        return {
          papers: await Promise.all(papers.map(async (paper) => [paper.name, await paper.text()])),
          cover: cover ?? null,
        };
      },
    },
    token: {
      async run(ctx) {
        const { token } = await ask(ctx, "token", { token: { type: "string", secret: true, default: "hunter2" } });
        return token.length;
      },
    },
    declined: { run: (ctx) => ask(ctx, "word", { word: { type: "string", required: true } }) },
    caught: { run: (ctx) => ask(ctx, "word", { word: { type: "string" } }).catch((error) => error.code) },
    both: {
      run: (ctx) => Promise.all(["first", "second"].map((id) => ask(ctx, id, { [id]: { type: "string", required: true } }))),
    },
    done: { run: () => 1 },
  },
});
`,
});
Deno.test.afterAll(() => project[Symbol.asyncDispose]());

/** Starts a run that comes to a question. */
async function start(entrypoint: string): Promise<{ readonly runId: string; readonly stderr: string }> {
  const { code, report, stderr } = await runJson(project, [entrypoint]);
  assertEquals([code, report.status], [3, "waiting_for_input"]);
  return { runId: report.runId, stderr };
}

/** Fails unless the run still waits. */
async function assertWaits(runId: string): Promise<void> {
  const { runs } = await listRuns(project);
  assertEquals(runs.find((run) => run.runId === runId)?.status, "waiting_for_input");
}

/** Fails if a text is in a file of the journal. */
async function assertNotWritten(text: string): Promise<void> {
  const names = Array.from(Deno.readDirSync(project.dataDir), ({ name }) => name);
  const files = names.filter((name) => name.startsWith("journal.sqlite"));
  assert(files.length > 0);
  for (const name of files) {
    const bytes = await Deno.readFile(join(project.dataDir, name));
    assert(!new TextDecoder("latin1").decode(bytes).includes(text), name);
  }
}

function statuses(report: RunReport): string[] {
  return report.statuses.map(({ status }) => status);
}

Deno.test("a run that asks and asks for approval is answered command by command, each step done once", async () => {
  const first = await start("letter");
  const second = await resume(project, [first.runId, "--answer", "tone=plain", "--answer=copies=3"]);
  assertEquals([second.code, second.report.status], [3, "waiting_for_input"]);
  assertStringIncludes(second.stderr, `run ${first.runId} waits for an answer: Send it?\n\nTo everybody\n`);
  const third = await resume(project, [first.runId, "--answers", '{ "approved": true, "reason": "fine" }']);
  const { report } = third;
  assertEquals(third.code, 0);
  assertEquals(report.result.data.output, {
    style: { tone: "plain", copies: 3, tags: [] },
    approval: { approved: true, reason: "fine" },
  });
  assertEquals(report.nodes.map(({ id, status }) => [id, status]), [
    ["read", "success"],
    ["write", "success"],
    ["send", "success"],
  ]);
  assertEquals(report.edges, [{ from: "read", to: "write" }, { from: "write", to: "send" }]);
  assertEquals(statuses(report), [
    "running",
    "waiting_for_input",
    "resumed",
    "waiting_for_input",
    "resumed",
    "success",
  ]);
  const stamps = report.statuses.map(({ at }) => at);
  assertEquals(stamps, stamps.toSorted());
  assertEquals(report.interactions.map(({ id, action, values }) => [id, action, values]), [
    ["style", "accept", { tone: "plain", copies: 3, tags: [] }],
    ["send", "accept", { approved: true, reason: "fine" }],
  ]);
  assertEquals(countDone(first.stderr, second.stderr, third.stderr), { read: 1, write: 1, send: 1 });
});

Deno.test("a run that waits is shown as it is, with the ways to answer it, where nobody can be asked", async () => {
  const { runId } = await start("letter");
  const { code, report, stderr } = await resume(project, [runId]);
  assertEquals([code, report.status, report.finishedAt], [3, "waiting_for_input", null]);
  assertEquals(report.nodes.map(({ id, status }) => [id, status]), [["read", "success"]]);
  assertEquals(
    report.interactions.map(({ id, message, action, fields }) => [id, message, action, fields.length]),
    [
      ["style", "Which style?", null, 5],
    ],
  );
  assertEquals(
    stderr,
    `workflow-code: run ${runId} waits for an answer: Which style?
  tone: one of "formal", "plain", required
  copies: a whole number, optional
  tags: one of "a", "b", "c", repeatable, optional
  urgent: true or false, optional
  since: a date such as 2026-01-31, optional
Answer with: workflow-code resume ${runId} --data-dir ${project.dataDir} --answer tone=...
or refuse with --decline.
`,
  );
});

Deno.test("--answer and --answers give one answer together, arrays, numbers and booleans included", async () => {
  const { runId } = await start("letter");
  const answer = [
    "--answer=tone=formal",
    "--answer",
    "tags=c",
    "--answer",
    "tags=a",
    "--answer",
    "urgent=true",
  ];
  const { report } = await resume(project, [runId, ...answer, "--answers=-"], {
    input: '{ "copies": 2, "since": "2026-02-28" }',
  });
  assertEquals(report.interactions[0]?.values, {
    tone: "formal",
    copies: 2,
    tags: ["c", "a"],
    urgent: true,
    since: "2026-02-28",
  });
});

const WRONG: readonly (readonly [args: readonly string[], says: string])[] = [
  [
    ["tone=x", "copies=1.5", "tagz=a", "urgent=maybe", "since=soon"].flatMap((one) => ["--answer", one]),
    'Cannot answer "style": tagz is no field of this form; did you mean "tags"?; urgent must be true or false; got "maybe"; ' +
    'tone must be one of "formal", "plain"; got "x"; copies must be a whole number; got 1.5; since must be a date such as ' +
    '2026-01-31; got "soon"',
  ],
  [["--answers", "{}"], 'Cannot answer "style": tone is missing'],
  [["--answer=copies=many"], "copies needs a number such as 1.5"],
  [["--answer=tone=plain", "--answer=tone=formal"], "tone is given more than once"],
  [["--answers", '{ "tone": "plain", "copies": "2" }'], 'copies must be a whole number; got "2"'],
  [["--answers", '{ "tone": "plain", "tags": ["a", "a"] }'], "tags must not repeat an item"],
  [
    ["--answers", '{ "tone": "plain", "xyz": 1 }'],
    'xyz is no field of this form; its fields are "tone", "copies"',
  ],
  [
    ["--answer=tone=plain", "--answers", '{ "tone": "plain" }'],
    '"tone" is given by both --answer and --answers',
  ],
  [["--answer", "plain"], "--answer must be field=value"],
  [["--answers", "plain"], "--answers must be a JSON object, found no JSON"],
  [["--answers", "[1]"], "--answers must be a JSON object, found a list"],
  [["--decline", "--answer=tone=plain"], "--decline contradicts the answer that is given too"],
  [["--decline=yes"], "--decline takes no value"],
];

Deno.test("a wrong answer is refused with every fault and exit code 2, and the run still waits", async (t) => {
  const { runId } = await start("letter");
  for (const [args, says] of WRONG) {
    await t.step(args.join(" "), async () => {
      const { code, stdout, stderr } = await runCommand([
        "resume",
        runId,
        "--data-dir",
        project.dataDir,
        ...args,
      ]);
      assertEquals([code, stdout], [2, ""]);
      assertStringIncludes(stderr, says);
    });
  }
  await assertWaits(runId);
});

Deno.test("--decline denies an approval, and the workflow goes on", async () => {
  const { runId } = await start("letter");
  await resume(project, [runId, "--answer=tone=plain"]);
  const { code, report } = await resume(project, [runId, "--decline"]);
  assertEquals([code, report.result.data.output], [0, {
    style: { tone: "plain", copies: 1, tags: [] },
    approval: { approved: false },
  }]);
  assertEquals(report.interactions.map(({ action }) => action), ["accept", "decline"]);
});

Deno.test("--decline fails a question with interaction_declined, which a workflow can catch", async () => {
  const declined = await resume(project, [(await start("declined")).runId, "--decline"]);
  assertEquals([declined.code, declined.report.status, declined.report.error?.code], [
    1,
    "failed",
    "interaction_declined",
  ]);
  const caught = await resume(project, [(await start("caught")).runId, "--decline"]);
  assertEquals([caught.code, caught.report.result.data.output], [0, "interaction_declined"]);
});

Deno.test("of two questions at once each is answered by its turn", async () => {
  const { runId } = await start("both");
  const second = await resume(project, [runId, "--answer=first=1"]);
  assertEquals(second.code, 3);
  const { code, report } = await resume(project, [runId, "--answer=second=2"]);
  assertEquals([code, report.result.data.output], [0, [{ first: "1" }, { second: "2" }]]);
});

Deno.test("a file is given by its absolute path, and still there after another question", async () => {
  const { runId } = await start("file");
  const [one, two] = [join(project.root, "one.txt"), join(project.root, "zwei ü.txt")];
  await Deno.writeTextFile(one, "first");
  await Deno.writeTextFile(two, "zweite");
  await resume(project, [runId, `--answer=papers=${one}`, `--answer=papers=${two}`]);
  await Deno.remove(one);
  const { code, report } = await resume(project, [runId, "--answer=approved=true"]);
  assertEquals([code, report.result.data.output], [0, {
    papers: [["one.txt", "first"], ["zwei ü.txt", "zweite"]],
    cover: null,
  }]);
});

Deno.test("a file that is none is a wrong answer, and the run still waits", async () => {
  const { runId } = await start("file");
  for (const path of ["one.txt", "/does/not/exist", project.root]) {
    const args = ["resume", runId, "--data-dir", project.dataDir, `--answer=papers=${path}`];
    const { code, stdout, stderr } = await runCommand(args);
    assertEquals([code, stdout], [2, ""]);
    assertStringIncludes(stderr, path);
  }
  await assertWaits(runId);
});

Deno.test("a secret is written nowhere, told by no message, and the run comes to its end without it being asked for ever", async () => {
  const { runId } = await start("secret");
  const wrong = await runCommand([
    "resume",
    runId,
    "--data-dir",
    project.dataDir,
    "--answer=password=hunter2",
  ]);
  assertEquals([wrong.code, wrong.stderr], [
    2,
    'workflow-code: Cannot answer "login": password must have at least 8 characters\n',
  ]);
  const first = await resume(project, [runId, "--answers=-"], { input: '{ "password": "correct horse" }' });
  assertEquals([first.code, first.report.interactions[1]?.id], [3, "code"]);
  const second = await resume(project, [runId, "--answer=code=1234"]);
  assertEquals(second.code, 3, "it needs the password again");
  const third = await resume(project, [runId, "--answer=password=correct horse"]);
  assertEquals([third.code, third.report.result.data.output], [0, { length: 13, code: "1234" }]);
  assertEquals(countDone(first.stderr, second.stderr, third.stderr), { "log in": 1 });
  for (const { report, stderr } of [first, second, third]) {
    assert(!`${JSON.stringify(report)}${stderr}`.includes("correct horse"));
  }
  await assertNotWritten("correct horse");
});

Deno.test("the default of a secret field is as secret, and holds all the same", async () => {
  const { code, report } = await runJson(project, ["token"]);
  assertEquals([code, report.interactions.length], [3, 1]);
  const answered = await resume(project, [report.runId, "--answers={}"]);
  assertEquals([answered.code, answered.report.result.data.output], [0, 7]);
  assert(!JSON.stringify([report, answered.report]).includes("hunter2"));
  await assertNotWritten("hunter2");
});

Deno.test("a run that cannot be resumed says why, with exit code 1", async () => {
  const done = await runJson(project, ["done"]);
  const cases = [
    [done.report.runId, `Cannot go on with run ${done.report.runId}: it has succeeded\n`],
    ["20260828-abcd", `There is no run "20260828-abcd" in ${project.dataDir}; `],
  ] as const;
  for (const [runId, says] of cases) {
    const { code, stdout, stderr } = await runCommand(["resume", runId, "--data-dir", project.dataDir]);
    assertEquals([code, stdout], [1, ""]);
    assertStringIncludes(stderr, `workflow-code: ${says}`);
  }
});

Deno.test("nothing is made where no run has been", async () => {
  const dataDir = join(project.root, "nothing");
  const { code, stderr } = await runCommand(["resume", "20260828-abcd", "--data-dir", dataDir]);
  assertEquals(code, 1);
  assertMatch(stderr, /There is no run/);
  assertEquals(await Deno.stat(dataDir).then(() => true, () => false), false);
});

Deno.test("an answer to a run that asks nothing is wrong usage", async () => {
  await using failing = await makeMain(`throw new Error("out of ink");`);
  const { report: { runId } } = await runJson(failing, ["main"]);
  const { code, stderr } = await runCommand(["resume", runId, "--data-dir", failing.dataDir, "--decline"]);
  assertEquals([code, stderr], [
    2,
    `workflow-code: Cannot answer run ${runId}: it asks nothing, its status is failed; resume it without an answer\n`,
  ]);
});

Deno.test("a run whose project is gone, or is another one, says so", async () => {
  await using moved = await makeMain(`await ctx.approve("go", { title: "Go?" });`);
  const { report: { runId } } = await runJson(moved, ["main"]);
  const tryIt = () => runCommand(["resume", runId, "--data-dir", moved.dataDir, "--answer=approved=true"]);
  await Deno.rename(moved.dir, `${moved.dir}-moved`);
  const gone = await tryIt();
  assertEquals([gone.code, gone.stderr], [
    1,
    `workflow-code: Cannot go on with run ${runId}: its project folder ${moved.dir} is gone, or has moved; put the project back there\n`,
  ]);
  await using other = await makeMain("return 1;");
  await Deno.rename(other.dir, moved.dir);
  const manifest = join(moved.dir, "package.json");
  const id = "22222222-2222-4222-8222-222222222222";
  await Deno.writeTextFile(
    manifest,
    (await Deno.readTextFile(manifest)).replace(/"id": "[^"]+"/, `"id": "${id}"`),
  );
  const another = await tryIt();
  assertEquals(another.code, 1);
  assertStringIncludes(another.stderr, `${moved.dir} has another project now, with the id ${id}`);
});
