import { assert, assertEquals } from "@std/assert";
import { join } from "@std/path";
import type { ListedRun } from "../../src/cli/render_runs.ts";
import type { RunReport } from "../../src/run/report.ts";
import { openJournal } from "../../src/store/journal/journal.ts";
import {
  listRuns,
  parseReport,
  resume,
  runJson,
  toJsonCommand,
  toResumeCommand,
} from "./harness/project_command.ts";
import { RunningCommand } from "./harness/running_command.ts";
import { makeMain, type TempProject } from "./harness/temp_project.ts";

/** Kills of one run; then it may come to its end. */
const MOST_KILLS = 15;

/** Twenty-four steps: one after the other, side by side, inside each other, with repeated ids, and one that fails. */
const BODY = `
const step = (id, result) => ctx.step(id, async () => {
  await new Promise((resolve) => setTimeout(resolve, 30));
  console.log("did " + id);
  return result;
});
const results = [];
for (let n = 1; n <= 6; n++) results.push(await step("row " + n, { n }));
results.push(await Promise.all([1, 2, 3, 4].map((n) => step("side " + n, [n]))));
results.push(await ctx.step("outer", async () => {
  const inner = [await step("inner a", "a"), await step("inner b", "b")];
  return await Promise.all([...inner, ctx.step("deep", () => step("deepest", "c"))]);
}));
for (const n of [1, 2, 3]) results.push(await ctx.step("again", async () => {
  await new Promise((resolve) => setTimeout(resolve, 30));
  console.log("did again #" + n);
  return n;
}));
results.push(await ctx.step("failing", () => { console.log("did failing"); throw new RangeError("no " + results.length); })
  .catch((error) => error.name + ": " + error.message));
for (let n = 1; n <= 5; n++) results.push(await step("last " + n, results.length * n));
return results;`;

/** The steps that were done to their end, told from what was printed. */
function printedSteps(stderr: string): string[] {
  return Array.from(stderr.matchAll(/\] did (.+)$/gm), ([, step = ""]) => step);
}

/** The steps that the journal has, named as they print themselves. */
function finishedSteps({ dataDir }: TempProject, runId: string): Set<string> {
  using journal = openJournal(dataDir);
  const { steps } = journal.replay(runId);
  const failedLast = (order: number) => steps.every((step) => step.startOrder < order);
  return new Set(
    steps.filter(({ outcome, endOrder }) => outcome.ok || !failedLast(endOrder)).map(({ key }) => {
      const name = decodeURIComponent(key.split("/").at(-1) ?? "");
      return name === "again" ? "again #1" : name.replace("again#", "again #");
    }),
  );
}

for (const round of [1, 2, 3]) {
  Deno.test(`round ${round}: a run that is killed again and again comes to the same end, no finished step done twice`, async () => {
    await using project = await makeMain(BODY);
    const started = performance.now();
    const whole = await runJson(project, ["main"]);
    const wholeMs = performance.now() - started;
    assertEquals(whole.code, 0);
    let runId: string | undefined;
    let kills = 0;
    let finished = new Set<string>();
    while (kills < MOST_KILLS) {
      const args = runId === undefined ? toJsonCommand(project, ["main"]) : toResumeCommand(project, [runId]);
      await using command = new RunningCommand(args);
      // At any moment of its life, however slow the machine is.
      const killer = setTimeout(() => command.kill("SIGKILL"), wholeMs * (0.1 + Math.random() * 0.8));
      const { stdout, stderr } = await command.result();
      clearTimeout(killer);
      const again = printedSteps(stderr).filter((step) => finished.has(step));
      assertEquals(again, [], `after ${kills} kills`);
      if (stdout !== "") {
        const report = parseReport(stdout, stderr);
        assertEquals([report.status, report.result], ["success", whole.report.result]);
        return;
      }
      kills++;
      const [last] = (await listRuns(project)).runs.filter((run) => run.runId !== whole.report.runId);
      // It may have been killed before it had begun.
      runId = last?.runId;
      if (!last) continue;
      if (last.status === "success") {
        using journal = openJournal(project.dataDir);
        const report = journal.get(last.runId)?.report as RunReport | undefined;
        assertEquals(report?.result, whole.report.result, "killed before it had printed its report");
        return;
      }
      assertEquals(last.status, "interrupted");
      finished = finishedSteps(project, last.runId);
    }
    assert(runId, `nothing was begun in ${MOST_KILLS} starts`);
    const { code, report, stderr } = await resume(project, [runId]);
    assertEquals([code, report.result], [0, whole.report.result]);
    assertEquals(printedSteps(stderr).filter((step) => finished.has(step)), []);
    assertEquals(
      report.nodes.map(({ id }) => id).toSorted(),
      whole.report.nodes.map(({ id }) => id).toSorted(),
    );
  });
}

/** Asks for a secret, a word and a file, for two things at once and for approvals, with steps in between. */
const ASKING = `
const step = (id) => ctx.step(id, async () => {
  await new Promise((resolve) => setTimeout(resolve, 20));
  console.log("did " + id);
  return id;
});
const ask = (id, field) => ctx.ask(id, { message: id + "?", fields: { [id]: { required: true, ...field } } });
const results = [await step("one"), await step("two")];
const { secret } = await ask("secret", { type: "string", secret: true });
results.push(await step("three"), await step("four"));
results.push((await (await ask("file", { type: "file" })).file.text()).trim());
results.push(await step("five"), await ctx.approve("go", { title: "Go?" }));
results.push(...await Promise.all([
  ask("number", { type: "number" }),
  step("six").then(() => ctx.approve("also", { title: "Also?" })),
]));
return [...results, secret.length, await step("seven")];`;

const SECRET = "pass-phrase-1234567890";

Deno.test("a run that asks and is killed again and again comes to the same end, and writes no secret", async () => {
  await using project = await makeMain(ASKING);
  const file = join(project.root, "file.txt");
  await Deno.writeTextFile(file, "content");
  const answers: Readonly<Record<string, string>> = {
    secret: `--answer=secret=${SECRET}`,
    file: `--answer=file=${file}`,
    go: "--decline",
    number: "--answer=number=4.5",
    also: "--answer=approved=true",
  };
  let run: ListedRun | undefined;
  for (let turn = 0, kills = 0; run?.status !== "success"; turn++) {
    assert(turn < 60, `it is ${run?.status}, asks ${run?.question?.id}`);
    const answer = answers[run?.question?.id ?? ""];
    const args = run
      ? toResumeCommand(project, [run.runId, ...(answer ? [answer] : [])])
      : toJsonCommand(project, ["main"]);
    const finished = run ? finishedSteps(project, run.runId) : new Set<string>();
    await using command = new RunningCommand(args);
    const killer = kills < 10
      ? setTimeout(() => (kills++, command.kill("SIGKILL")), 50 + Math.random() * 550)
      : undefined;
    const { stderr } = await command.result();
    clearTimeout(killer);
    assertEquals(printedSteps(stderr).filter((step) => finished.has(step)), [], stderr);
    assert(!stderr.includes(SECRET));
    [run] = (await listRuns(project)).runs;
    assert(
      !run || ["interrupted", "waiting_for_input", "success"].includes(run.status),
      `${run?.status}\n${stderr}`,
    );
  }
  using journal = openJournal(project.dataDir);
  const report = journal.get(run.runId)?.report as RunReport | undefined;
  assertEquals(report?.result.data.output, [
    "one",
    "two",
    "three",
    "four",
    "content",
    "five",
    { approved: false },
    { number: 4.5 },
    { approved: true },
    SECRET.length,
    "seven",
  ]);
  assertEquals(report?.nodes.length, 7);
  for (const { name } of Deno.readDirSync(project.dataDir)) {
    if (!name.startsWith("journal.sqlite")) continue;
    const bytes = await Deno.readFile(join(project.dataDir, name));
    assert(!new TextDecoder("latin1").decode(bytes).includes(SECRET), name);
  }
});
