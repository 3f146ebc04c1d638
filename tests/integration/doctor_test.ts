import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import type { Finding } from "../../src/cli/doctor/finding.ts";
import { runCommand } from "./harness/run_command.ts";
import { makeMain, makeProject, PROJECT_ID, type TempProject } from "./harness/temp_project.ts";

/** Runs doctor with `--json` in an environment that sets no server. */
async function examine(
  { dir, dataDir }: TempProject,
  args: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<{ readonly code: number; readonly findings: readonly Finding[]; readonly stdout: string }> {
  const { code, stdout } = await runCommand(["doctor", dir, "--json", "--data-dir", dataDir, ...args], {
    env: { WORKFLOW_SERVER_URL: "", WORKFLOW_SERVER_ADMIN_KEY: "", ...env },
  });
  return { code, findings: JSON.parse(stdout).findings, stdout };
}

/** The findings of an area, but those that are well. */
function faults(findings: readonly Finding[], area: Finding["area"]): (string | undefined)[][] {
  return findings.filter((finding) => finding.area === area && finding.level !== "ok")
    .map(({ level, message, mend }) => [level, message, mend]);
}

Deno.test("doctor finds nothing broken in a made project, and writes nothing", async () => {
  const root = await Deno.realPath(await Deno.makeTempDir({ prefix: "workflow-code-test-" }));
  const dir = join(root, "p");
  await runCommand(["init", dir]);
  const project = {
    root,
    dir,
    dataDir: join(root, "data"),
    [Symbol.asyncDispose]: () => Deno.remove(root, { recursive: true }),
  };
  await using _removed: AsyncDisposable = project;
  const { code, findings } = await examine(project);
  assertEquals(findings.filter(({ level }) => level === "warning" || level === "broken"), []);
  assertEquals(code, 0);
  const text = await runCommand(["doctor", "--data-dir", project.dataDir], { cwd: dir });
  assertStringIncludes(text.stdout, "ok       tools        2 tools: greet, count\n");
  assertStringIncludes(text.stdout, "\n\nAll is well\n");
});

Deno.test("doctor names every fault of a manifest and exits with 1", async () => {
  await using project = await makeProject({ "workflow.ts": "" }, { id: "x", main: "../a.ts" });
  const { code, findings, stdout } = await examine(project);
  assertEquals([code, JSON.parse(stdout).project], [1, null]);
  const [[level, message = ""] = []] = faults(findings, "manifest");
  assertEquals(level, "broken");
  assertStringIncludes(message, 'id: found "x", expected a UUID');
  assertStringIncludes(message, 'main: found "../a.ts"');
});

Deno.test("doctor points at the line where a project does not bundle, and where it does not load", async () => {
  await using broken = await makeProject({ "workflow.ts": "export default 1;\nexport {" });
  await using throwing = await makeProject({ "workflow.ts": "\nthrow new Error('no');\nexport default 1;" });
  for (const [project, place] of [[broken, "workflow.ts:2:"], [throwing, "workflow.ts:2:"]] as const) {
    const { code, findings } = await examine(project);
    const [[level, message = ""] = []] = faults(findings, "bundle");
    assertEquals([code, level], [1, "broken"]);
    assertStringIncludes(message, place);
  }
});

Deno.test("doctor warns of what is asked and not granted, and looks at the rest all the same", async () => {
  await using project = await makeMain("return 1;", { entrypoint: 'description: "Does it",' });
  const file = join(project.dir, "package.json");
  const manifest = JSON.parse(await Deno.readTextFile(file));
  await Deno.writeTextFile(
    file,
    JSON.stringify({
      ...manifest,
      workflow: { inheritEnvironment: ["TOKEN_X"], permissions: { net: ["a.example:1"] } },
    }),
  );
  const { code, findings } = await examine(project, [], { TOKEN_X: "s3cret" });
  const [[level, message = ""] = []] = faults(findings, "permissions");
  assertEquals([code, level], [0, "warning"]);
  assertStringIncludes(message, "start with --allow-inherit-env TOKEN_X");
  assert(findings.some(({ area, level }) => area === "tools" && level === "ok"));

  const granted = await examine(project, ["--allow-inherit-env", "TOKEN_X"], { TOKEN_X: "s3cret" });
  assertEquals(
    granted.findings.filter(({ area }) => area === "permissions").map(({ message }) => message),
    ["the project may reach a.example:1", "the project gets from the environment TOKEN_X"],
  );
  assert(!granted.stdout.includes("s3cret"));
});

Deno.test("doctor warns of tools that clients would not take, and gives a name that would do", async () => {
  await using project = await makeProject({
    "workflow.ts": `import { workflow } from "workflow-code";
export default workflow.define({ entrypoints: { summarise_everything: { run: () => 1 } } });`,
  }, { name: "triage" });
  const { code, findings } = await examine(project);
  assertEquals(code, 0);
  assertEquals(faults(findings, "tools").map(([, message]) => message), [
    '"summarise_everything" has no description: a model chooses tools by theirs',
  ]);
  assertStringIncludes(faults(findings, "names").at(-1)?.[2] ?? "", "--name triage");
});

Deno.test("doctor finds a data dir and a journal that cannot be used", async () => {
  await using project = await makeMain("return 1;");
  await Deno.writeTextFile(project.dataDir, "");
  const first = await examine(project);
  assertEquals([first.code, faults(first.findings, "stores")[0]?.[1]], [
    1,
    `${project.dataDir} is no folder`,
  ]);

  await Deno.remove(project.dataDir);
  await runCommand(["json", project.dir, "--data-dir", project.dataDir, "main"]);
  for (const name of [...Deno.readDirSync(project.dataDir)].map((entry) => entry.name)) {
    if (!/journal|runs/.test(name)) continue;
    const path = join(project.dataDir, name);
    if ((await Deno.stat(path)).isFile) {
      await Deno.writeTextFile(path, "no database at all, but rather long".repeat(99));
    }
  }
  const second = await examine(project);
  const [[level, message = ""] = []] = faults(second.findings, "stores");
  assertEquals([second.code, level], [1, "broken"]);
  assertStringIncludes(message, "journal");
});

Deno.test("doctor tells of runs that wait, and how to answer them", async () => {
  await using project = await makeMain(`return await ctx.approve("go", { title: "Go?" });`);
  await runCommand(["json", project.dir, "--data-dir", project.dataDir, "main"]);
  const { findings } = await examine(project);
  const [[level, message, mend = ""] = []] = faults(findings, "runs");
  assertEquals([level, message], ["note", "1 run waits for a person"]);
  assertStringIncludes(mend, `workflow-code runs --waiting --project ${project.dir}`);
});

Deno.test("doctor says whether there is a server for agents, and never shows its key", async () => {
  await using project = await makeMain("return 1;");
  const none = await examine(project);
  assertEquals(faults(none.findings, "models")[0]?.[0], "note");
  const server = { WORKFLOW_SERVER_URL: "https://models.example", WORKFLOW_SERVER_ADMIN_KEY: "s3cret-key" };
  const { stdout } = await examine(project, [], server);
  assertStringIncludes(stdout, "agents reach models at https://models.example");
  assert(!stdout.includes("s3cret-key"));
});

Deno.test("doctor says when the editor's types are missing or old, and init --types writes them", async () => {
  await using project = await makeMain("return 1;");
  const file = join(project.dir, "workflow-code.d.ts");
  for (const text of [undefined, "old"]) {
    if (text !== undefined) await Deno.writeTextFile(file, text);
    const { findings } = await examine(project);
    assertEquals(faults(findings, "types").map(([level]) => level), ["warning"]);
  }
  assertEquals((await runCommand(["init", "--types", project.dir])).code, 0);
  assertEquals(faults((await examine(project)).findings, "types"), []);
  assertStringIncludes(await Deno.readTextFile(join(project.dir, "package.json")), PROJECT_ID);
});
