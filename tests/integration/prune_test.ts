import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { listRuns, runJson } from "./harness/project_command.ts";
import { eventually, executorsOf } from "./harness/processes.ts";
import { RawServer } from "./harness/raw_server.ts";
import { runCommand, type RunCommandOptions } from "./harness/run_command.ts";
import { isAlive } from "./harness/running_command.ts";
import { makeProject, type TempProject } from "./harness/temp_project.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

const WORKFLOW = `import { workflow } from "workflow-code";
const document = { type: "file", required: true } as const;
export default workflow.define({
  entrypoints: {
    makes: { params: { document }, async run(ctx, { document }) {
      await ctx.kv.set("short", 1, { ttl: 1 });
      return (await ctx.files.create("a.txt", await document.text())).name;
    } },
    fails: { params: { document }, run: (ctx) => ctx.fail(7, "no stock") },
    asks: { params: { document }, async run(ctx, { document }) {
      const file = await ctx.files.create("draft.txt", "draft");
      const { tone } = await ctx.ask("tone", { message: "Which?", fields: { tone: { type: "string", required: true } } });
      return [tone, await document.text(), await file.text()];
    } },
  },
});
`;

async function withDocument(project: TempProject, text: string): Promise<string> {
  const path = join(project.root, `${text}.txt`);
  await Deno.writeTextFile(path, text);
  return `--document=${path}`;
}

/** Makes everything below a folder as old as it would be in some days. */
async function age(dir: string, days: number): Promise<void> {
  const time = (Date.now() - days * DAY_MS) / 1000;
  for await (const { name, isDirectory, isSymlink } of Deno.readDir(dir)) {
    if (isDirectory) await age(join(dir, name), days);
    if (!isSymlink) await Deno.utime(join(dir, name), time, time);
  }
}

interface Pruned {
  readonly dryRun: boolean;
  readonly runs: { readonly count: number };
  readonly createdFiles: { readonly count: number };
  readonly importedFiles: { readonly count: number };
  readonly bundles: { readonly count: number };
  readonly kvEntries: number;
  readonly leftovers: { readonly count: number };
  readonly bytes: number;
}

async function prune(
  { dataDir }: TempProject,
  args: readonly string[],
  options: RunCommandOptions = {},
): Promise<Pruned> {
  const { code, stdout, stderr } = await runCommand(
    ["prune", "--data-dir", dataDir, "--json", ...args],
    options,
  );
  assertEquals([code, stderr], [0, ""]);
  return JSON.parse(stdout);
}

function counts({ runs, createdFiles, importedFiles, bundles, kvEntries }: Pruned): number[] {
  return [runs.count, createdFiles.count, importedFiles.count, bundles.count, kvEntries];
}

/** The names in a folder; none where there is no such folder. */
function names(dir: string): string[] {
  try {
    return Array.from(Deno.readDirSync(dir), ({ name }) => name).sort();
  } catch {
    return [];
  }
}

Deno.test("prune removes what ended runs have left, keeps what a waiting one needs, and that goes on afterwards", async () => {
  await using project = await makeProject({ "workflow.ts": WORKFLOW });
  await runJson(project, ["makes", await withDocument(project, "made")]);
  await runJson(project, ["fails", await withDocument(project, "failed")]);
  const waiting = await runJson(project, ["asks", await withDocument(project, "asked")]);
  assertEquals(waiting.code, 3);
  // So that the bundle of the waiting run is that of no project any more.
  await Deno.writeTextFile(join(project.dir, "workflow.ts"), WORKFLOW.replaceAll("draft", "other"));
  await age(project.dataDir, 2);

  const dry = await prune(project, ["--older", "0h", "--dry-run"]);
  // The bundle is needed, and no more led to from the index. The entry of ctx.kv went by itself, with the first run's end.
  assertEquals([dry.dryRun, counts(dry)], [true, [2, 1, 2, 1, 0]]);
  assertEquals((await listRuns(project)).runs.length, 3);
  const done = await prune(project, ["--older", "0h"]);
  assertEquals([done.dryRun, counts(done)], [false, [2, 1, 2, 1, 0]]);
  assert(done.bytes > 0);
  assertEquals(counts(await prune(project, ["--older", "0h"])), [0, 0, 0, 0, 0]);

  const { runs } = await listRuns(project);
  assertEquals(runs.map(({ runId }) => runId), [waiting.report.runId]);
  const { code, stdout, stderr } = await runCommand([
    ...["resume", waiting.report.runId, "--data-dir", project.dataDir, "--answer", "tone=plain"],
  ]);
  assertEquals(code, 0, stderr);
  assertEquals(JSON.parse(stdout).result.data.output, ["plain", "asked", "draft"]);
});

Deno.test("prune keeps what ended of late, and says in a few lines what it does", async () => {
  await using project = await makeProject({ "workflow.ts": WORKFLOW });
  const data = ["--data-dir", project.dataDir];
  assertEquals((await runCommand(["prune", ...data])).stdout, "There is nothing to remove\n");
  await runJson(project, ["makes", await withDocument(project, "made")]);
  await age(project.dataDir, 2);
  const { stdout } = await runCommand(["prune", ...data, "--older=3d", "--dry-run"]);
  assertEquals(stdout, "Would remove 4 bytes:\n  1  imported file, 4 bytes\n");
  await runCommand(["prune", ...data, "--older=3d"]);
  assertEquals((await listRuns(project)).runs.length, 1);
  const all = await runCommand(["prune", ...data, "--older=0h"]);
  assertStringIncludes(all.stdout, "  1  run that ended");
  assertStringIncludes(all.stdout, "  1  folder with what a run made, 4 bytes\n");
});

for (const older of ["30", "-1d", "1.5d", "30 d", "1y", "99999999d"]) {
  Deno.test(`prune --older=${older} is wrong usage`, async () => {
    const { code, stderr } = await runCommand(["prune", `--older=${older}`, "--data-dir", "/nowhere"]);
    assertEquals(code, 2);
    assertStringIncludes(
      stderr,
      `--older must be an age such as 30d, in hours (h), days (d) or weeks (w), found`,
    );
  });
}

Deno.test("prune beside a server at work takes nothing from it: running and waiting runs end well, and later ones too", async () => {
  await using project = await makeProject({ "workflow.ts": WORKFLOW });
  const document = (await withDocument(project, "made")).slice("--document=".length);
  await using server = new RawServer(["mcp", project.dir, "--data-dir", project.dataDir]);
  await server.initialize();
  await server.call("makes", { document });
  const asked = await server.call("asks", { document });
  const { runId } = asked.result.structuredContent;
  await Deno.writeTextFile(join(project.dir, "workflow.ts"), WORKFLOW.replaceAll("draft", "other"));
  await age(join(project.dataDir, "cache"), 40);
  await age(join(project.dataDir, "files"), 40);
  const pruned = await prune(project, ["--older", "0h"]);
  assertEquals(counts(pruned), [1, 1, 0, 1, 1]); // Of the cache, what leads to the bundle, which is needed.
  for (let n = 0; n < 3; n++) {
    assertEquals((await server.call("makes", { document })).result.structuredContent.status, "success");
  }
  const { code, stderr } = await runCommand([
    "resume",
    runId,
    "--data-dir",
    project.dataDir,
    "--answer",
    "tone=x",
  ]);
  assertEquals(code, 0, stderr);
});

Deno.test("a run that begins after its bundle was removed as needless can be resumed elsewhere all the same", async () => {
  await using project = await makeProject({ "workflow.ts": WORKFLOW });
  const document = (await withDocument(project, "made")).slice("--document=".length);
  await using server = new RawServer(["mcp", project.dir, "--data-dir", project.dataDir]);
  await server.initialize();
  await server.call("makes", { document });
  await Deno.writeTextFile(join(project.dir, "workflow.ts"), WORKFLOW.replaceAll("draft", "other"));
  await age(join(project.dataDir, "cache"), 40);
  await prune(project, []);
  assertEquals(names(join(project.dataDir, "cache", "bundles")), ["index"]);
  const asked = await server.call("asks", { document });
  const { runId } = asked.result.structuredContent;
  server.kill("SIGKILL");
  await server.status;
  const { code, stdout, stderr } = await runCommand([
    ...["resume", runId, "--data-dir", project.dataDir, "--answer", "tone=x"],
  ]);
  assertEquals(code, 0, stderr);
  assertEquals(JSON.parse(stdout).result.data.output, ["x", "made", "draft"]);
});

Deno.test("prune removes the temporary folder of an executor that was killed together with its host, and no other", async () => {
  await using project = await makeProject({ "workflow.ts": WORKFLOW });
  const temp = join(project.root, "temp");
  await Deno.mkdir(temp);
  const env = { TMPDIR: temp };
  const start = async () => {
    const server = new RawServer(["mcp", project.dir, "--data-dir", project.dataDir], { env });
    await server.initialize();
    await server.request("tools/list");
    return server;
  };
  await using killed = await start();
  const [executor] = executorsOf(killed.pid);
  const scratch = () => names(temp).filter((name) => /^workflow-code-[0-9a-f-]{36}$/.test(name));
  const [left] = scratch();
  await using _alive = await start();
  for (const pid of [killed.pid, executor]) if (pid !== undefined) Deno.kill(pid, "SIGKILL");
  await eventually("both are gone", { ms: 5000, is: () => ![killed.pid, executor ?? 0].some(isAlive) });
  assertEquals(scratch().length, 2);
  await age(temp, 2);
  const { leftovers } = await prune(project, [], { env });
  assertEquals([leftovers.count, scratch().length, scratch().includes(left ?? "")], [1, 1, false]);
});

Deno.test("once a day a command removes by itself what ended half a year ago, from the data dir alone", async () => {
  await using project = await makeProject({ "workflow.ts": WORKFLOW });
  const document = await withDocument(project, "made");
  const elsewhere = join(project.root, "elsewhere");
  const old = await runJson(project, ["makes", document]);
  const other = await runJson(project, ["--file-create-store-dir", elsewhere, "makes", document]);
  const { DatabaseSync } = await import("node:sqlite");
  const db = new DatabaseSync(join(project.dataDir, "journal.sqlite"));
  db.prepare("update runs set finished_at = finished_at - ?").run(181 * DAY_MS);
  db.close();
  const quiet = await runJson(project, ["makes", document]);
  assertEquals(quiet.stderr, "");
  assertEquals((await listRuns(project)).runs.length, 3);
  await age(project.dataDir, 2); // The mark too.
  const { stderr } = await runJson(project, ["makes", document]);
  assertEquals(
    stderr,
    "workflow-code: removed 2 runs that ended more than 180 days ago, with the files that they made in the data dir\n",
  );
  assertEquals((await listRuns(project)).runs.length, 2);
  const created = names(join(project.dataDir, "created", "11111111-1111-4111-8111-111111111111"));
  assertEquals(created.includes(old.report.runId), false);
  assertEquals(names(join(elsewhere, other.report.runId)), ["a.txt"]);
});
