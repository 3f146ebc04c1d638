import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { countDone } from "./harness/count_done.ts";
import {
  listRuns,
  parseReport,
  resume,
  runJson,
  toJsonCommand,
  toResumeCommand,
} from "./harness/project_command.ts";
import { runCommand } from "./harness/run_command.ts";
import { RunningCommand } from "./harness/running_command.ts";
import { makeMain, type TempProject } from "./harness/temp_project.ts";

/** Replaces a part of the project's main module. */
async function edit(project: TempProject, found: string, replacement: string): Promise<void> {
  const path = join(project.dir, "workflow.ts");
  const text = await Deno.readTextFile(path);
  assertStringIncludes(text, found);
  await Deno.writeTextFile(path, text.replace(found, replacement));
}

const FAILING = `
await ctx.step("one", () => { console.log("did one"); });
await ctx.step("two", () => { console.log("did two"); throw new Error("out of ink"); });
return "printed";`;

Deno.test("a run that failed goes on behind its last step once its cause is mended, with --force in its source", async () => {
  await using project = await makeMain(FAILING);
  const first = await runJson(project, ["main"]);
  const { runId } = first.report;
  await edit(project, `throw new Error("out of ink");`, "");
  const old = await resume(project, [runId]);
  assertEquals(
    [old.code, old.report.error?.message],
    [1, "out of ink"],
    "it uses the bundle that it began with",
  );
  const { code, report, stderr } = await resume(project, [runId, "--force"]);
  assertEquals([code, report.status, report.result.data.output], [0, "success", "printed"]);
  assertEquals(countDone(first.stderr, old.stderr, stderr), { one: 1, two: 3 });
  assertEquals(report.nodes.map(({ id, status }) => [id, status]), [["one", "success"], ["two", "success"]]);
  assertEquals(report.statuses.map(({ status }) => status), [
    "running",
    "failed",
    "resumed",
    "failed",
    "resumed",
    "success",
  ]);
});

Deno.test("an earlier bundle goes on although the source is broken now", async () => {
  await using project = await makeMain(`await ctx.approve("go", { title: "Go?" }); return 1;`);
  const { report: { runId } } = await runJson(project, ["main"]);
  await edit(project, "return 1;", "return 1");
  await edit(project, "export default", "export default (((");
  const { code, report } = await resume(project, [runId, "--answer=approved=true"]);
  assertEquals([code, report.result.data.output], [0, 1]);
});

Deno.test("what was forced stays so: the run goes on with the source that it was forced to", async () => {
  await using project = await makeMain(`
await ctx.approve("first", { title: "First?" });
await ctx.approve("second", { title: "Second?" });
return "old";`);
  const { report: { runId } } = await runJson(project, ["main"]);
  await edit(project, `return "old";`, `await ctx.approve("third", { title: "Third?" }); return "new";`);
  await resume(project, [runId, "--answer=approved=true", "--force"]);
  await edit(project, `return "new";`, `return "newest";`);
  await resume(project, [runId, "--answer=approved=true"]);
  const { code, report } = await resume(project, [runId, "--answer=approved=true"]);
  assertEquals([code, report.result.data.output], [0, "new"]);
});

Deno.test("a time limit that was too short is mended with --force", async () => {
  await using project = await makeMain(
    `await ctx.step("nap", () => new Promise((resolve) => setTimeout(resolve, 400))); return 1;`,
    { entrypoint: "timeout: 200," },
  );
  const { report } = await runJson(project, ["main"]);
  assertEquals(report.status, "timeout");
  await edit(project, "timeout: 200", "timeout: 20_000");
  const mended = await resume(project, [report.runId, "--force"]);
  assertEquals([mended.code, mended.report.status], [0, "success"]);
});

Deno.test("a step that was renamed under --force is an error that names it", async () => {
  await using project = await makeMain(FAILING);
  const { report: { runId } } = await runJson(project, ["main"]);
  await edit(project, `ctx.step("one"`, `ctx.step("eins"`);
  await edit(project, `throw new Error("out of ink");`, "");
  const { code, report } = await resume(project, [runId, "--force"]);
  assertEquals([code, report.status, report.error?.code], [1, "failed", "run_failed"]);
  assertMatch(
    report.error?.message ?? "",
    /^"one", which this run had done before it was resumed, no longer happens/,
  );
});

Deno.test("an entrypoint that is gone under --force is named, and the run stays as it is", async () => {
  await using project = await makeMain(FAILING);
  const { report: { runId } } = await runJson(project, ["main"]);
  await edit(project, "    main: {", "    other: {");
  const { code, stdout, stderr } = await runCommand(toResumeCommand(project, [runId, "--force"]));
  assertEquals([code, stdout], [1, ""]);
  assertStringIncludes(
    stderr,
    `Cannot go on with run ${runId}: the project no longer has the entrypoint "main"`,
  );
  assertEquals((await listRuns(project)).runs.map(({ status }) => status), ["failed"]);
});

Deno.test("a bundle that is gone is said to be, and --force does without it", async () => {
  await using project = await makeMain(`await ctx.approve("go", { title: "Go?" }); return 1;`);
  const { report: { runId } } = await runJson(project, ["main"]);
  await Deno.remove(join(project.dataDir, "cache"), { recursive: true });
  await edit(project, "return 1;", "return 2;");
  const command = toResumeCommand(project, [runId, "--answer=approved=true"]);
  const { code, stdout, stderr } = await runCommand(command);
  assertEquals([code, stdout], [1, ""]);
  assertStringIncludes(
    stderr,
    `Cannot go on with run ${runId}: the project has changed and the bundle that it began with is gone; --force goes on`,
  );
  const forced = await resume(project, [runId, "--answer=approved=true", "--force"]);
  assertEquals([forced.code, forced.report.result.data.output], [0, 2]);
});

Deno.test("a run whose process was killed is listed as interrupted, and goes on without doing steps again", async () => {
  await using project = await makeMain(
    `
await ctx.step("one", () => { console.log("did one"); });
await ctx.step("two", async () => {
  console.log("did two");
  if (!ctx.env.QUICK) await new Promise((resolve) => setTimeout(resolve, 60_000));
});
return "done";`,
    {},
  );
  const manifest = join(project.dir, "package.json");
  const text = await Deno.readTextFile(manifest);
  await Deno.writeTextFile(manifest, text.replace("{", '{ "workflow": { "inheritEnvironment": ["QUICK"] },'));
  const args = ["--allow-inherit-env", "QUICK"];
  let killed = "";
  {
    await using command = new RunningCommand(toJsonCommand(project, [...args, "main"]), {
      env: { QUICK: "" },
    });
    await command.stderr.until(/did two/);
    const { runs: [live] } = await listRuns(project);
    assertEquals(live?.status, "running");
    const refused = await runCommand(toResumeCommand(project, [live?.runId ?? "", ...args]));
    assertEquals([refused.code, refused.stderr], [
      1,
      `workflow-code: Cannot go on with run ${live?.runId}: another process is at work on it\n`,
    ]);
    command.kill("SIGKILL");
    killed = (await command.result()).stderr;
  }
  const { runs: [run] } = await listRuns(project);
  assertEquals(run?.status, "interrupted");
  const { code, report, stderr } = await resume(project, [run?.runId ?? "", ...args], {
    env: { QUICK: "1" },
  });
  assertEquals([code, report.status, report.result.data.output], [0, "success", "done"]);
  assertEquals(countDone(killed, stderr), { one: 1, two: 2 });
  assertEquals(report.nodes.map(({ id, status }) => [id, status]), [["one", "success"], ["two", "success"]]);
  assertEquals(report.statuses.map(({ status }) => status), ["running", "interrupted", "resumed", "success"]);
});

Deno.test("SIGINT at work cancels a resumed run, which can be resumed again", async () => {
  await using project = await makeMain(`
await ctx.step("one", () => { console.log("did one"); });
const { ms } = await ctx.ask("ms", { message: "How long?", fields: { ms: { type: "number", required: true } } });
await ctx.step("two", async () => {
  console.log("did two");
  await new Promise((resolve) => setTimeout(resolve, ms));
});
return "done";`);
  const { report: { runId } } = await runJson(project, ["main"]);
  await using command = new RunningCommand(toResumeCommand(project, [runId, "--answer=ms=60000"]));
  await command.stderr.until(/did two/);
  command.kill("SIGINT");
  const { code, stdout, stderr } = await command.result();
  const report = parseReport(stdout, stderr);
  assertEquals([code, report.status, report.error?.code], [130, "cancelled", "cancelled"]);
  await using again = new RunningCommand(toResumeCommand(project, [runId]));
  await again.stderr.until(/did two/);
  assert(!again.stderr.text.includes("did one"));
});

Deno.test("of two that resume one run at once, exactly one goes on with it", async () => {
  await using project = await makeMain(`
await ctx.approve("go", { title: "Go?" });
await ctx.step("one", async () => { console.log("did one"); await new Promise((resolve) => setTimeout(resolve, 1000)); });
return 1;`);
  const { report: { runId } } = await runJson(project, ["main"]);
  const command = toResumeCommand(project, [runId, "--answer=approved=true"]);
  const both = await Promise.all([runCommand(command), runCommand(command), runCommand(command)]);
  assertEquals(both.map(({ code }) => code).toSorted(), [0, 1, 1]);
  assertEquals(countDone(...both.map(({ stderr }) => stderr)), { one: 1 });
  for (const { code, stdout, stderr } of both) {
    if (code === 0) continue;
    assertEquals(stdout, "");
    assertMatch(stderr, /Cannot go on with run \S+: another process is at work on it/);
  }
});
