import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { runCommand } from "./harness/run_command.ts";
import { PROJECT_ID, type TempProject } from "./harness/temp_project.ts";

const FILES = [
  ".env.example",
  ".gitignore",
  "package.json",
  "tsconfig.json",
  "workflow-code.d.ts",
  "workflow.ts",
];

/** A folder with nothing in it but what `init` made. */
async function initProject(args: readonly string[] = []): Promise<TempProject & { readonly stdout: string }> {
  const root = await Deno.realPath(await Deno.makeTempDir({ prefix: "workflow-code-test-" }));
  const dir = join(root, "My project");
  const { code, stdout, stderr } = await runCommand(["init", dir, ...args]);
  assertEquals({ code, stderr }, { code: 0, stderr: "" });
  return {
    root,
    dir,
    stdout,
    dataDir: join(root, "data"),
    [Symbol.asyncDispose]: () => Deno.remove(root, { recursive: true }),
  };
}

async function deno(args: readonly string[], cwd: string): Promise<string> {
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [...args],
    cwd,
    env: { NO_COLOR: "1" },
  }).output();
  const decoder = new TextDecoder();
  return `${decoder.decode(stdout)}${decoder.decode(stderr)}`;
}

/** What tsc and `deno check` find wrong with a project. */
async function findTypeFaults({ dir, root }: TempProject): Promise<{ tsc: string; denoCheck: string }> {
  const tsc = ["run", "-A", "--no-config", "npm:typescript@5.9.3/tsc", "--project", dir];
  const isFault = (line: string) => /\bTS\d+\b/.test(line);
  const keep = (text: string) => text.split("\n").filter(isFault).join("\n");
  return {
    tsc: keep(await deno(tsc, root)),
    denoCheck: keep(await deno(["check", "workflow.ts"], dir)),
  };
}

for (const template of ["minimal", "approval"]) {
  Deno.test(`init --template ${template} makes a project without a fault for tsc and deno check`, async () => {
    await using project = await initProject(["--template", template]);
    assertEquals([...Deno.readDirSync(project.dir)].map(({ name }) => name).sort(), FILES);
    assertEquals(await findTypeFaults(project), { tsc: "", denoCheck: "" });
  });
}

Deno.test("the types of a made project are exact: tsc and deno check both point at a wrong use", async () => {
  await using project = await initProject();
  const main = join(project.dir, "workflow.ts");
  const text = await Deno.readTextFile(main);
  await Deno.writeTextFile(main, text.replace('tone === "formal"', 'tone === "rude"'));
  const { tsc, denoCheck } = await findTypeFaults(project);
  assertMatch(tsc, /workflow\.ts\(\d+,\d+\): error TS2367/);
  assertStringIncludes(denoCheck, "TS2367");
});

Deno.test("a made project runs at once, has a name, and an id of its own", async () => {
  await using project = await initProject();
  await using other = await initProject();
  const { id, name } = JSON.parse(await Deno.readTextFile(join(project.dir, "package.json")));
  assertEquals(name, "my-project");
  assertMatch(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert(![PROJECT_ID, JSON.parse(await Deno.readTextFile(join(other.dir, "package.json"))).id].includes(id));
  const greet = ["json", project.dir, "--data-dir", project.dataDir, "greet", "--name=Ada"];
  const { code, stdout } = await runCommand(greet);
  assertEquals([code, JSON.parse(stdout).result.data.output], [0, { greeting: "Hi Ada" }]);
  const count = [
    "json",
    project.dir,
    "--data-dir",
    project.dataDir,
    "count",
    `--documents=${join(project.dir, ".gitignore")}`,
  ];
  const { counts } = JSON.parse((await runCommand(count)).stdout).result.data.output;
  assertEquals(counts, [{ name: ".gitignore", lines: 3, words: 2 }]);
});

Deno.test("the approval template asks, asks for approval and does nothing without it", async () => {
  await using project = await initProject(["--template=approval"]);
  const data = ["--data-dir", project.dataDir];
  const first = await runCommand(["json", project.dir, ...data, "announce", "--topic=Tea"]);
  assertEquals(first.code, 3);
  const { runId } = JSON.parse(first.stdout);
  assertEquals((await runCommand(["resume", runId, ...data, "--answer=tone=plain"])).code, 3);
  const { code, stdout } = await runCommand(["resume", runId, ...data, "--decline"]);
  assertEquals([code, JSON.parse(stdout).result.data.output.sent], [0, false]);
});

Deno.test("init says what it made and what to do next", async () => {
  await using project = await initProject();
  for (const name of FILES) assertStringIncludes(project.stdout, `  ${join(project.dir, name)}\n`);
  assertStringIncludes(project.stdout, `workflow-code run '${project.dir}' greet --name=Ada\n`);
});

Deno.test("init without a folder takes the working directory", async () => {
  const cwd = await Deno.makeTempDir({ prefix: "workflow-code-test-" });
  const { code } = await runCommand(["init"], { cwd });
  assertEquals(code, 0);
  assertEquals([...Deno.readDirSync(cwd)].map(({ name }) => name).sort(), FILES);
  await Deno.remove(cwd, { recursive: true });
});

Deno.test("init overwrites nothing: it names what is there and writes no other file", async () => {
  const dir = await Deno.makeTempDir({ prefix: "workflow-code-test-" });
  await Deno.writeTextFile(join(dir, "tsconfig.json"), "mine");
  await Deno.symlink(join(dir, "nowhere"), join(dir, ".gitignore"));
  const { code, stdout, stderr } = await runCommand(["init", dir]);
  assertEquals({ code, stdout }, { code: 1, stdout: "" });
  assertStringIncludes(stderr, "it has tsconfig.json, .gitignore already, and nothing is overwritten");
  assertEquals([...Deno.readDirSync(dir)].map(({ name }) => name).sort(), [".gitignore", "tsconfig.json"]);
  assertEquals(await Deno.readTextFile(join(dir, "tsconfig.json")), "mine");
  await Deno.remove(dir, { recursive: true });
});

Deno.test("init refuses a template that there is not, naming the nearest", async () => {
  const { code, stderr } = await runCommand(["init", "x", "--template", "aproval"]);
  assertEquals([code, stderr], [
    2,
    'workflow-code: There is no template "aproval"; did you mean approval?\n',
  ]);
});
