import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { basename, join } from "@std/path";
import { COMMANDS } from "../../src/cli/commands.ts";
import { runCommand } from "./harness/run_command.ts";
import { makeMain } from "./harness/temp_project.ts";

const project = await makeMain("return values;", { params: '{ name: { type: "string" } }' });
Deno.test.afterAll(() => project[Symbol.asyncDispose]());

const OVERVIEW = `Workflow Code turns a folder of TypeScript into tools for any MCP client.

Usage: workflow-code <command> [options]
`;

for (const argv of [[], ["--help"], ["-h"], ["help"]]) {
  Deno.test(`workflow-code ${argv.join(" ")} explains itself on stdout`.replace("  ", " "), async () => {
    const { code, stdout, stderr } = await runCommand(argv);
    assertEquals({ code, stderr }, { code: 0, stderr: "" });
    assertEquals(stdout.slice(0, OVERVIEW.length), OVERVIEW);
    for (const name of ["mcp", "structure", "json", "resume", "runs"]) {
      assertMatch(stdout, new RegExp(`^  ${name} +\\S`, "m"));
    }
  });
}

for (const { name, usage, operands, examples } of COMMANDS) {
  Deno.test(`workflow-code ${name} --help explains the command, its options and its examples`, async () => {
    const { code, stdout, stderr } = await runCommand([name, ...operands.slice(0, 1), "--help"]);
    assertEquals({ code, stderr }, { code: 0, stderr: "" });
    assertStringIncludes(stdout, `\nUsage: workflow-code ${name} ${usage}\n\nOptions:\n  --`);
    assertStringIncludes(stdout, "  --no-color ");
    for (const example of examples) assertStringIncludes(stdout, `\n  ${example}\n`);
    assertEquals(stdout.split("\n").filter((line) => line.length > 110), []);
  });
}

const DIR_OPTION = "  --data-dir <absolute-dir>";

for (const name of ["mcp", "structure", "json"]) {
  for (const argv of [[name, "--help"], [name, ".", "-h"], ["help", name]]) {
    Deno.test(`workflow-code ${argv.join(" ")} explains the command, its options and an example`, async () => {
      const { code, stdout, stderr } = await runCommand(argv);
      assertEquals({ code, stderr }, { code: 0, stderr: "" });
      assertMatch(stdout, new RegExp(`^Usage: workflow-code ${name} <workflow-dir> \\[options\\]`, "m"));
      assertMatch(stdout, new RegExp(`^  workflow-code ${name} \\S`, "m"));
      assertStringIncludes(stdout, DIR_OPTION);
    });
  }
}

const FLAGS = { resume: ["decline", "force"], runs: ["waiting", "failed", "json"] };

for (const [name, flags] of Object.entries(FLAGS)) {
  Deno.test(`workflow-code ${name} --help shows options that take no value without one`, async () => {
    const { code, stdout } = await runCommand([name, "--help"]);
    assertEquals(code, 0);
    for (const flag of flags) assertMatch(stdout, new RegExp(`^  --${flag}  +[A-Z]`, "m"));
    assertStringIncludes(stdout, DIR_OPTION);
  });
}

for (const flag of ["--version", "-V"]) {
  Deno.test(`workflow-code ${flag} prints version, commit and runtime in one line`, async () => {
    const { code, stdout } = await runCommand([flag]);
    assertEquals(code, 0);
    assertMatch(stdout, /^workflow-code \d+\.\d+\.\d+ \(commit \w+, Deno 2\.\d+\.\d+\)\n$/);
  });
}

const WRONG: readonly [argv: readonly string[], says: string][] = [
  [["jsno", "."], 'Unknown command "jsno"; did you mean json?'],
  [
    ["serve"],
    'Unknown command "serve"; the commands are init, run, mcp, install, uninstall, doctor, runs, resume, structure, json',
  ],
  [["instal", "codex", "."], 'Unknown command "instal"; did you mean install?'],
  [["doctro"], 'Unknown command "doctro"; did you mean doctor?'],
  [["run", ".", "--jsno"], "Unknown option --jsno of `run`; did you mean --json?"],
  [["install", "codex", ".", "--dryrun"], "Unknown option --dryrun of `install`; did you mean --dry-run?"],
  [["run", ".", "--no-colour"], "Unknown option --no-colour of `run`; did you mean --no-color?"],
  [["init", "a", "b"], 'Unexpected argument "b": `init` takes [dir] [options]'],
  [
    ["run"],
    "Missing <workflow-dir>: write `workflow-code run <workflow-dir> [options] [entrypoint] [params]`",
  ],
  [["help", "structrue"], 'Unknown command "structrue"; did you mean structure?'],
  [["--verison"], 'Unknown option "--verison"; did you mean --version?'],
  [
    ["--data-dir", "/tmp", "json"],
    'Unknown option "--data-dir"; the options of a command are written behind its name',
  ],
  [["mcp"], "Missing <workflow-dir>: write `workflow-code mcp <workflow-dir> [options]`"],
  [["structure", "--data-dir", "/tmp"], "Missing <workflow-dir>"],
  [
    ["json", "."],
    "Missing <entrypoint>: write `workflow-code json <workflow-dir> [options] <entrypoint> [params]`",
  ],
  [["structure", ""], "<workflow-dir> is empty"],
  [["structure", ".", "more"], 'Unexpected argument "more": `structure` takes <workflow-dir> [options]'],
  [
    ["structure", ".", "--data-dri", "/tmp"],
    "Unknown option --data-dri of `structure`; did you mean --data-dir?",
  ],
  [["structure", ".", "--datadir=/tmp"], "Unknown option --datadir of `structure`; did you mean --data-dir?"],
  [["structure", ".", "--hlep"], "Unknown option --hlep of `structure`; did you mean --help?"],
  [["structure", ".", "-q"], "Unknown option -q of `structure`; see `workflow-code structure --help`"],
  [["runs", "--file-store-dir=/tmp"], "Unknown option --file-store-dir of `runs`"],
  [["auth"], 'Unknown command "auth"; the commands are auth login, auth status, auth logout'],
  [["auth", "logn"], 'Unknown command "auth logn"; did you mean auth login?'],
  [["structure", ".", "--no-data-dir"], "Unknown option --no-data-dir of `structure`"],
  [["structure", ".", "--data-dir"], "--data-dir needs a value: --data-dir <absolute-dir>"],
  [["structure", ".", "--data-dir="], "--data-dir needs a value"],
  [["structure", ".", "--data-dir", ""], "--data-dir needs a value"],
  [["structure", ".", "--data-dir", "--allow-read", "/tmp"], "--data-dir needs a value"],
  [["structure", ".", "--data-dir", "data"], '--data-dir must be an absolute path, found "data"'],
  [["structure", ".", "--data-dir=./data"], '--data-dir must be an absolute path, found "./data"'],
  [["structure", ".", "--allow-read=~/rules"], '--allow-read must be an absolute path, found "~/rules"'],
  [
    ["json", ".", "--file-store-dir", "files", "main"],
    '--file-store-dir must be an absolute path, found "files"',
  ],
  [["structure", ".", "--data-dir=/a", "--data-dir=/b"], "--data-dir may be given once, found it 2 times"],
  [["structure", "--data-dir", "/a", ".", "--data-dir=/b"], "--data-dir may be given once, found it 2 times"],
  [
    ["mcp", ".", "--idle-timeout=1.5"],
    '--idle-timeout must be a whole number from 0 to 2000000, found "1.5"',
  ],
  [["mcp", ".", "--max-concurrency=0"], '--max-concurrency must be a whole number of at least 1, found "0"'],
  [
    ["mcp", ".", "--max-concurrency", "many"],
    '--max-concurrency must be a whole number of at least 1, found "many"',
  ],
];

for (const [argv, says] of WRONG) {
  Deno.test(`workflow-code ${argv.map((arg) => arg || '""').join(" ")} is wrong usage`, async () => {
    const { code, stdout, stderr } = await runCommand(argv);
    assertEquals({ code, stdout }, { code: 2, stdout: "" });
    assertStringIncludes(stderr, `workflow-code: ${says}`);
  });
}

Deno.test("options may stand before the folder and behind it, with = and without, and repeat where they may", async () => {
  const rules = await Deno.realPath(await Deno.makeTempDir());
  try {
    const argv = ["--data-dir", project.dataDir, "--allow-read", rules, project.dir, `--allow-read=${rules}`];
    const { code, stdout, stderr } = await runCommand(["structure", ...argv]);
    assertEquals({ code, stderr, name: JSON.parse(stdout).project.name }, {
      code: 0,
      stderr: "",
      name: "test-project",
    });
  } finally {
    await Deno.remove(rules);
  }
});

Deno.test("only the folder may be relative, to the working directory", async () => {
  const argv = ["json", basename(project.dir), `--data-dir=${project.dataDir}`, "main", "--name=a"];
  const { code, stdout } = await runCommand(argv, { cwd: project.root });
  assertEquals({ code, output: JSON.parse(stdout).result.data.output }, { code: 0, output: { name: "a" } });
});

Deno.test("without --data-dir data goes to .workflow-code in the home folder", async () => {
  const home = join(project.root, "home");
  await Deno.mkdir(home);
  const { code } = await runCommand(["json", project.dir, "main"], {
    env: { HOME: home, USERPROFILE: home },
  });
  const { isDirectory } = await Deno.stat(join(home, ".workflow-code", "cache"));
  assertEquals({ code, isDirectory }, { code: 0, isDirectory: true });
});
