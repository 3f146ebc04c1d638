import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { basename, join } from "@std/path";
import { runCommand } from "./harness/run_command.ts";
import { isAlive } from "./harness/running_command.ts";
import { makeProject } from "./harness/temp_project.ts";
import { TerminalCommand } from "./harness/terminal_command.ts";

const project = await makeProject({
  "workflow.ts": `import { workflow } from "workflow-code";
export default workflow.define({
  entrypoints: {
    report: {
      title: "Report",
      description: "Writes a report.",
      params: {
        mode: { type: "string", options: ["fast", { value: "deep", label: "Deep" }], required: true },
        since: { type: "string", format: "date" },
        source: { type: "file", description: "What it is of" },
        copies: { type: "number", integer: true, minimum: 1, default: 1 },
      },
      async run(ctx, { mode, since, source, copies }) {
        const text = await ctx.step("read", async () => {
          ctx.log.info("reading");
          return await ctx.step("inner", () => source?.text() ?? "nothing");
        });
        ctx.progress(0.5, "half of it");
        return { mode, since: since ?? null, text, copies };
      },
    },
    fails: {
      title: "Fails",
      async run(ctx) {
        await ctx.step("burn", () => {
          throw new TypeError("no fire");
        });
      },
    },
    says: { title: "Says no", run: (ctx) => ctx.fail(404, "nobody there", { output: { tried: ["a"] } }) },
    asks: {
      title: "Asks",
      async run(ctx) {
        const { tone } = await ctx.ask("tone", { message: "Which tone?", fields: { tone: { type: "string", required: true } } });
        await ctx.step("write", () => {});
        const { approved } = await ctx.approve("send", { title: "Send it?" });
        return { tone, approved };
      },
    },
    chooses: {
      params: { country: { type: "string", required: true }, city: { type: "string", required: true } },
      resolveParams: ({ country }) => country === undefined
        ? { country: { options: ["DE", "FR"] } }
        : { city: { options: country === "FR" ? ["Lyon", "Paris"] : ["Bonn"] } },
      run: (_ctx, values) => values,
    },
    hangs: {
      async run(ctx) {
        console.log("pid " + process.pid);
        await ctx.step("hang", () => new Promise(() => {}));
      },
    },
  },
});
`,
});
Deno.test.afterAll(() => project[Symbol.asyncDispose]());

const DATA = ["--data-dir", project.dataDir, "--no-color"];
const source = join(project.root, "source.txt");
await Deno.writeTextFile(source, "the source");

const run = (args: readonly string[], options = {}) =>
  runCommand(["run", project.dir, ...DATA, ...args], options);

function atTerminal(args: readonly string[], env: Record<string, string> = {}): TerminalCommand {
  return new TerminalCommand(["run", project.dir, "--data-dir", project.dataDir, ...args], env);
}

function test(title: string, fn: () => Promise<void>): void {
  // `script` has other arguments elsewhere.
  Deno.test({ name: title, fn, ignore: Deno.build.os !== "linux" });
}

Deno.test("run shows steps with their times, logs and progress on stderr, and the result on stdout", async () => {
  const { code, stdout, stderr } = await run([
    "report",
    "--mode=deep",
    "--since=2026-01-31",
    `--source=${source}`,
  ]);
  assertEquals([code, stdout], [0, "mode: deep\nsince: 2026-01-31\ntext: the source\ncopies: 1\n"]);
  const lines = stderr.split("\n").map((line) => line.replaceAll(/\d+ ms|\d+\.\d s/g, "<time>"));
  assertEquals(lines.filter((line) => !line.startsWith("✓ Done")), [
    "Report",
    "  | info: reading",
    "    ✓ inner  <time>",
    "  ✓ read  <time>",
    "  50% half of it",
    "",
  ]);
  assertMatch(stderr, /✓ Done in [\d.]+ m?s \(run \d{8}-\w+\)\n$/);
});

Deno.test("run takes a file by a path from the working directory", async () => {
  const { code, stdout } = await run(["report", "--mode=fast", `--source=./${basename(source)}`], {
    cwd: project.root,
  });
  assertEquals(code, 0);
  assertStringIncludes(stdout, "text: the source\n");
});

Deno.test("run shows of a failure the line of the source, and exits with 1", async () => {
  const { code, stdout, stderr } = await run(["fails"]);
  assertEquals([code, stdout], [1, ""]);
  assertMatch(stderr, / {2}✗ burn {2}[\d.]+ m?s: .*no fire\n/);
  assertMatch(
    stderr,
    /✗ Failed after .*: .*no fire\nworkflow\.ts:26:17\n {2}26 \| +throw new TypeError\("no fire"\);\n {5}\| +\^\n$/,
  );
});

Deno.test("run shows of a business failure its code and what it gave", async () => {
  const { code, stdout, stderr } = await run(["says"]);
  assertEquals([code, stdout], [1, "tried:\n  - a\n"]);
  assertMatch(stderr, /✗ Failed with code 404 after .*: nobody there\n$/);
});

const WRONG: readonly [args: readonly string[], says: string][] = [
  [[], "Missing <entrypoint>: the project has report, fails, says, asks, chooses, hangs"],
  [["repart"], 'There is no entrypoint "repart"; did you mean "report"?'],
  [["report"], "mode is missing"],
  [["report", "--mode=slow"], "mode"],
  [["report", "--mode=fast", "--sinse=2026-01-31"], "since"],
  [["report", "--mode=fast", "--copies=0"], "copies"],
];

for (const [args, says] of WRONG) {
  Deno.test(`run ${args.join(" ")} is wrong usage where nobody can be asked, and runs nothing`, async () => {
    const { code, stdout, stderr } = await run(args);
    assertEquals([code, stdout], [2, ""]);
    assertStringIncludes(stderr, says);
  });
}

Deno.test("run leaves a run waiting where nobody can be asked: exit code 3, and how to answer", async () => {
  const { code, stderr } = await run(["asks"]);
  assertEquals(code, 3);
  assertMatch(stderr, /run \d{8}-\w+ waits for an answer: Which tone\?/);
  assertMatch(stderr, /Answer with: workflow-code resume \S+ --data-dir \S+ --answer tone=\.\.\.\n/);
});

Deno.test("run --json prints the report and nothing else", async () => {
  const { code, stdout, stderr } = await run(["--json", "report", "--mode=fast"]);
  assertEquals([code, JSON.parse(stdout).result.data.output.mode], [0, "fast"]);
  assertMatch(stderr, /^\[\d{8}-\w+\] info: reading\n$/);
});

Deno.test("run --help of an entrypoint shows its params as the command line takes them", async () => {
  const { code, stdout } = await run(["report", "--help"]);
  assertEquals(code, 0);
  assertEquals(
    stdout,
    `Report (report)
Writes a report.

Params:
  --mode=<text>      one of fast, deep; required
  --since=<text>     a date such as 2026-01-31
  --source=<path>    What it is of
  --copies=<number>  default 1
`,
  );
});

test("at a terminal run asks which entrypoint and for every param, each until it is right", async () => {
  await using command = atTerminal(["--no-color"]);
  await command.type(/Entrypoint \(1 to 6\): $/, "1\n");
  await command.type(/ {2}1\. fast\r\n {2}2\. Deep \(deep\)\r\n.*mode \(1 to 2\): $/s, "9\n");
  await command.type(/from 1 to 2, found "9"\.\r\n.*: $/s, "2\n");
  await command.type(/since \(.*optional\): $/, "tomorrow\n");
  await command.type(/It .*date.*\.\r\nsince .*: $/s, "2026-01-31\n");
  await command.type(
    /What it is of\r\n\S*source \(path of a file; optional\): \S*$/,
    `${source.slice(0, -6)}\t`,
  );
  await command.type(/source\.txt\S*$/, "\r");
  await command.type(/copies \(.*Enter for 1\): $/, "\n");
  const { code, stdout } = await command.result();
  assertEquals([code, stdout], [0, "mode: deep\nsince: 2026-01-31\ntext: the source\ncopies: 1\n"]);
});

test("at a terminal run offers what resolveParams gives for what is filled in so far", async () => {
  await using command = atTerminal(["--no-color", "chooses"]);
  await command.type(/ {2}2\. FR\r\ncountry \(1 to 2\): $/, "2\n");
  await command.type(/ {2}2\. Paris\r\ncity \(1 to 2\): $/, "2\n");
  const { code, stdout } = await command.result();
  assertEquals([code, stdout], [0, "country: FR\ncity: Paris\n"]);
});

test("at a terminal run asks nothing where nothing is missing", async () => {
  await using command = atTerminal(["--no-color", "report", "--mode=fast"]);
  const { code, stdout } = await command.result();
  assertEquals([code, stdout.split("\n")[0]], [0, "mode: fast"]);
});

test("at a terminal run asks what the run asks, and shows what it does in between", async () => {
  await using command = atTerminal(["--no-color", "asks"]);
  await command.type(/Which tone\?\r\n\r\ntone: $/, "plain\n");
  await command.type(/✓ write.*Send it\?\r\n.*\(yes or no\): $/s, "yes\n");
  await command.type(/reason.*: $/i, "\n");
  const { code, stdout } = await command.result();
  assertEquals([code, stdout], [0, "tone: plain\napproved: true\n"]);
});

test("at a terminal Ctrl-D at a question leaves the run waiting", async () => {
  await using command = atTerminal(["asks"]);
  await command.type(/tone: $/, "\x04");
  const { code, screen } = await command.result();
  assertEquals(code, 3);
  assertMatch(screen, /Answer with: workflow-code resume /);
});

test("at a terminal Ctrl-C at a question leaves the run waiting, and at a param runs nothing", async () => {
  await using question = atTerminal(["asks"]);
  await question.type(/tone: $/, "\x03");
  const { code, screen } = await question.result();
  assertEquals(code, 130);
  assertMatch(screen, /run \d{8}-\w+ still waits for its answer\n/);
  await using param = atTerminal(["report"]);
  await param.type(/mode \(1 to 2\): $/, "\x03");
  assertEquals((await param.result()).code, 130);
});

test("at a terminal Ctrl-C at work ends the run and leaves no process", async () => {
  await using command = atTerminal(["--no-color", "hangs"]);
  const [, pid = ""] = await command.screen.until(/pid (\d+)/);
  assert(isAlive(Number(pid)));
  await command.type(/hang/, "\x03");
  const { code, screen } = await command.result();
  assertEquals(code, 130);
  assertMatch(screen, /✗ Cancelled after .*: The run was cancelled\n$/);
  assertEquals(isAlive(Number(pid)), false);
});

test("there are colours at a terminal, but not with NO_COLOR or --no-color", async () => {
  const look = async (args: readonly string[], env: Record<string, string>) => {
    await using command = atTerminal([...args, "report", "--mode=fast"], { TERM: "xterm", ...env });
    // deno-lint-ignore no-control-regex -- colours are what is looked for
    return /\x1b\[\d+m/.test((await command.result()).screen);
  };
  assertEquals(await look([], { NO_COLOR: "" }), true);
  assertEquals(await look([], { NO_COLOR: "1" }), false);
  assertEquals(await look(["--no-color"], { NO_COLOR: "" }), false);
});
