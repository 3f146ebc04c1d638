import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { listRuns, parseReport, runJson, toResumeCommand } from "./harness/project_command.ts";
import { makeProject } from "./harness/temp_project.ts";
import { TerminalCommand } from "./harness/terminal_command.ts";

const project = await makeProject({
  "workflow.ts": `import { workflow } from "workflow-code";
export default workflow.define({
  entrypoints: {
    letter: {
      title: "Letter",
      async run(ctx) {
        const form = await ctx.ask("form", {
          message: "What is in it?",
          fields: {
            tone: { type: "string", title: "Tone", options: [{ value: "formal", label: "Förmlich" }, "plain"], required: true },
            tags: { type: "checkboxes", options: ["a", "b", "c"], default: ["a"] },
            copies: { type: "number", integer: true, minimum: 1, default: 3 },
            words: { type: "string", multiple: true },
            password: { type: "string", secret: true, required: true, minLength: 4 },
          },
        });
        const approval = await ctx.approve("send", { title: "Send it?" });
        return { ...form, password: form.password.length, approval };
      },
    },
    approve: { run: (ctx) => ctx.approve("send", { title: "Send it?\\u001b[2J" }) },
    optional: {
      run: (ctx) => ctx.ask("note", { message: "A note?", fields: { note: { type: "string" } } }).catch((error) => error.code),
    },
    papers: {
      async run(ctx) {
        const { paper } = await ctx.ask("paper", { message: "Which?", fields: { paper: { type: "file", required: true } } });
        return await paper.text();
      },
    },
  },
});
`,
});
Deno.test.afterAll(() => project[Symbol.asyncDispose]());

/** Begins a run that asks, and resumes it at a terminal. */
async function begin(
  entrypoint: string,
): Promise<{ readonly runId: string; readonly command: TerminalCommand }> {
  const { report: { runId } } = await runJson(project, [entrypoint]);
  return { runId, command: new TerminalCommand(toResumeCommand(project, [runId])) };
}

function test(title: string, fn: () => Promise<void>): void {
  // `script` has other arguments elsewhere.
  Deno.test({ name: title, fn, ignore: Deno.build.os !== "linux" });
}

test("at a terminal every question is asked until it is answered right, secrets unseen", async () => {
  const { runId, command } = await begin("letter");
  await using _ = command;
  await command.type(/Tone \(1 to 2\): $/, "3\n");
  await command.type(/found "3"\.\s+Tone \(1 to 2\): $/, "Förmlich\n");
  await command.type(/tags \(.+Enter for 1, - for none\): $/, "c, 2\n");
  await command.type(/copies \(a whole number of at least 1; Enter for 3\): $/, "0\n");
  await command.type(/It must be at least 1; got 0\.\s+copies .+: $/, "\n");
  await command.type(/words .+\s+> $/, "grün 🎉\n");
  await command.type(/🎉\s+> $/, "\n");
  await command.type(/password \(not shown\): $/, "abc\r");
  await command.type(/at least 4 characters\.\s+password \(not shown\): $/, "geheim\x7f\x7fm\u00fc\r");
  await command.type(/Send it\?[^]+Approve \(yes or no\): $/, "maybe\n");
  await command.type(/Type yes or no\.\s+Approve \(yes or no\): $/, "n\n");
  await command.type(/Reason \(optional\): $/, "zu teuer\n");
  const { code, stdout, screen } = await command.result();
  const report = parseReport(stdout, screen);
  assertEquals([code, report.runId, report.result.data.output], [0, runId, {
    tone: "formal",
    tags: ["c", "b"],
    copies: 3,
    words: ["grün 🎉"],
    password: 6,
    approval: { approved: false, reason: "zu teuer" },
  }]);
  assertStringIncludes(screen, `Run ${runId} of Letter asks (Ctrl-C leaves it waiting):\n\nWhat is in it?\n`);
  assert(!screen.includes("abc") && !screen.includes("gehei"), screen);
});

test("Ctrl-C at a question leaves the run waiting, also where nothing is shown", async () => {
  for (const [entrypoint, prompt] of [["approve", /Approve .+: $/], ["letter", /password .+: $/]] as const) {
    const { runId, command } = await begin(entrypoint);
    await using _ = command;
    if (entrypoint === "letter") {
      await command.type(/Tone .+: $/, "1\n");
      await command.type(/tags .+: $/, "\n");
      await command.type(/copies .+: $/, "\n");
      await command.type(/> $/, "\n");
    }
    await command.type(prompt, "\x03");
    const { code, stdout, screen } = await command.result();
    assertEquals([code, stdout], [130, ""]);
    assertStringIncludes(screen, `workflow-code: run ${runId} still waits for its answer\n`);
    const { runs } = await listRuns(project, ["--waiting"]);
    assert(runs.some((run) => run.runId === runId));
  }
});

test("the end of the input leaves the run waiting", async () => {
  const { runId, command } = await begin("approve");
  await using _ = command;
  await command.type(/Approve .+: $/, "\x04");
  const { code, stdout, screen } = await command.result();
  assertEquals([code, parseReport(stdout, screen).status], [3, "waiting_for_input"]);
  assertStringIncludes(screen, `workflow-code resume ${runId}`);
});

test("an approval is never taken from an empty line, and what it says cannot move the cursor", async () => {
  const { command } = await begin("approve");
  await using _ = command;
  await command.type(/Approve .+: $/, "\n");
  await command.type(/It has to be filled in\.\s+Approve .+: $/, "yes\n");
  await command.type(/Reason .+: $/, "\n");
  const { code, stdout, screen } = await command.result();
  assertEquals([code, parseReport(stdout, screen).result.data.output], [0, { approved: true }]);
  assertStringIncludes(screen, "Send it?\\u001b[2J");
});

test("a form without a required field is sent only when the person says so", async () => {
  const { command } = await begin("optional");
  await using _ = command;
  await command.type(/note \(optional\): $/, "\n");
  await command.type(/Go on with this answer \(yes or no\): $/, "no\n");
  const { code, stdout, screen } = await command.result();
  assertEquals([code, parseReport(stdout, screen).result.data.output], [0, "interaction_declined"]);
});

test("a file that cannot be taken is asked for again", async () => {
  const path = join(project.root, "päper.txt");
  await Deno.writeTextFile(path, "content");
  const { command } = await begin("papers");
  await using _ = command;
  await command.type(/paper \(absolute path of a file\): \S*$/, "päper.txt\n");
  await command.type(/is relative\.\s+\S*paper .+: \S*$/, `${project.root}/none\n`);
  await command.type(/there is no such file[^]+paper .+: \S*$/, `${path}\n`);
  const { code, stdout, screen } = await command.result();
  assertEquals([code, parseReport(stdout, screen).result.data.output], [0, "content"]);
});
