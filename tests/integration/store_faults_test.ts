import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { DatabaseSync } from "node:sqlite";
import { dirname, join } from "@std/path";
import { runJson } from "./harness/project_command.ts";
import { executable } from "./harness/executable.ts";
import { RawServer } from "./harness/raw_server.ts";
import { type CommandResult, runCommand } from "./harness/run_command.ts";
import { runProgram } from "./harness/run_program.ts";
import { makeProject, PROJECT_ID, type TempProject } from "./harness/temp_project.ts";

/** A store: its name, its file below the data dir, the folder that a client is told in place of it, and an entrypoint that uses it. */
interface Store {
  readonly name: string;
  readonly file: string;
  readonly told: string;
  readonly entrypoint: string;
}

const STORES: readonly Store[] = [
  { name: "run journal", file: "journal.sqlite", told: "", entrypoint: "idle" },
  {
    name: "KV store",
    file: `kv/${PROJECT_ID}/kv.sqlite`,
    told: "<kv-store-dir>/kv.sqlite",
    entrypoint: "kv",
  },
  {
    name: "store of persistent values",
    file: `values/${PROJECT_ID}/values.sqlite`,
    told: "<persistent-value-store-dir>/values.sqlite",
    entrypoint: "value",
  },
  {
    name: "knowledge store",
    file: `values/${PROJECT_ID}/knowledge.sqlite`,
    told: "<persistent-value-store-dir>/knowledge.sqlite",
    entrypoint: "knowledge",
  },
];

function makeKeeper(): Promise<TempProject> {
  return makeProject({
    "workflow.ts": `import { workflow } from "workflow-code";
const large = "x".repeat(50_000);
export default workflow.define({
  entrypoints: {
    idle: { run: async (ctx) => { for (let n = 0; n < 30; n++) await ctx.step("s", () => large); return 1; } },
    kv: { run: async (ctx) => {
      const before = (await ctx.kv.list({ prefix: "k" })).entries.length;
      for (let n = 0; n < 30; n++) await ctx.kv.set("k" + before + "/" + n, large);
      return before;
    } },
    value: { run: async (ctx) => { for (let n = 0; n < 20; n++) await ctx.value("v").update((list) => [...(list ?? []), crypto.randomUUID() + large].slice(-20)); return 1; } },
    knowledge: { run: async (ctx) => { for (let n = 0; n < 100; n++) await ctx.knowledge("k").put({ id: "d" + n, text: crypto.randomUUID() + large }); return 1; } },
    takes: { params: { document: { type: "file" } }, run: () => 1 },
    makes: { run: async (ctx) => (await ctx.files.create("large.txt", "x".repeat(3_000_000))).name },
  },
});
`,
  });
}

interface Failure {
  readonly code: number;
  /** What the person at the command line reads. */
  readonly says: string;
}

/** Runs the entrypoint of a store, which must fail. */
async function fail(project: TempProject, { entrypoint }: Store): Promise<Failure> {
  return toFailure(await runCommand(["json", project.dir, "--data-dir", project.dataDir, entrypoint]));
}

/** What goes to clients says nothing of stores; why they fail is on stderr. */
function toFailure({ code, stdout, stderr }: CommandResult): Failure {
  if (stdout !== "") {
    assertStringIncludes(
      JSON.parse(stdout).error?.message ?? "no error",
      "its standard error output says where and why",
    );
  }
  // What is looked after once a day may meet the same fault, and says so to the person alone.
  const ofRun = stdout === "" ? stderr : stderr.replaceAll(/^workflow-code: .*\n/gm, "");
  return { code, says: ofRun };
}

function assertNamed(
  store: Store,
  { code, says }: Failure,
  { project, reason }: { project: TempProject; reason: string },
) {
  assertEquals(code, 1, says);
  assertStringIncludes(says, store.name);
  assertStringIncludes(says, reason);
  // The author is told which folder it is by its option, a client nothing of this machine.
  if (store.told === "") assertStringIncludes(says, join(project.dataDir, store.file));
  else assertEquals([says.includes(store.told), says.includes(project.dataDir)], [true, false], says);
}

for (const store of STORES) {
  Deno.test(`a ${store.name} that is damaged is named and left as it was`, async () => {
    await using project = await makeKeeper();
    const file = join(project.dataDir, store.file);
    await Deno.mkdir(dirname(file), { recursive: true });
    await Deno.writeTextFile(file, "no database, but as long as the header of one".repeat(100));
    const before = await Deno.readFile(file);
    assertNamed(store, await fail(project, store), {
      project,
      reason: "it is damaged and has been left untouched",
    });
    assertEquals(await Deno.readFile(file), before);
  });

  Deno.test(`a ${store.name} of a newer version is named and left as it was`, async () => {
    await using project = await makeKeeper();
    const file = join(project.dataDir, store.file);
    await Deno.mkdir(dirname(file), { recursive: true });
    {
      using newer = new DatabaseSync(file);
      newer.exec("create table of_later (a); pragma user_version = 99");
    }
    const before = await Deno.readFile(file);
    const { code, says } = await fail(project, store);
    assertEquals(code, 1);
    assertStringIncludes(
      says,
      `Cannot open the ${store.name}: it was written by a newer version of Workflow Code`,
    );
    assertEquals(await Deno.readFile(file), before);
  });

  Deno.test(`a ${store.name} that cannot grow is named, and nothing in it is lost`, async () => {
    await using project = await makeKeeper();
    const args = ["json", project.dir, "--data-dir", project.dataDir];
    assertEquals((await runCommand([...args, store.entrypoint])).code, 0);
    const file = join(project.dataDir, store.file);
    const before = count(file);
    const command = [...args, store.entrypoint];
    const { code, says } = await runLimited(command, project, 1500);
    assertEquals(code, 1, says);
    assertStringIncludes(says, `the ${store.name} at `);
    assert(count(file) >= before);
    assertEquals(check(file), "ok");
    assertEquals((await runCommand(command)).code, 0);
  });
}

// Together, since each waits for ten seconds.
Deno.test("stores that another process keeps locked are named, and nothing in them is lost", async () => {
  await Promise.all(STORES.map(async (store) => {
    await using project = await makeKeeper();
    assertEquals((await runJson(project, [store.entrypoint])).code, 0);
    {
      using other = new DatabaseSync(join(project.dataDir, store.file));
      other.exec("begin immediate");
      const reason = "another process has kept it locked for too long; try again";
      assertNamed(store, await fail(project, store), { project, reason });
    }
    assertEquals((await runJson(project, [store.entrypoint])).code, 0);
  }));
});

Deno.test("a store of created files that cannot grow is named, and nothing half-written is left in it", async () => {
  await using project = await makeKeeper();
  const args = ["json", project.dir, "--data-dir", project.dataDir, "makes"];
  await runCommand(args);
  const { code, says } = await runLimited(args, project, 1500);
  assertEquals(code, 1, says);
  assertStringIncludes(says, 'Cannot create "large.txt" in the store of created files: ');
  const dir = join(project.dataDir, "created", PROJECT_ID);
  assertEquals(Array.from(Deno.readDirSync(join(dir, "incoming"))), []);
  assertEquals((await runCommand(args)).code, 0);
});

for (const place of ["created", "files"]) {
  Deno.test(`a file in the place of the folder \`${place}\` is named, and stays`, async () => {
    await using project = await makeKeeper();
    await Deno.mkdir(project.dataDir, { recursive: true });
    await Deno.writeTextFile(join(project.dataDir, place), "a file of somebody");
    const document = `--document=${join(project.dir, "workflow.ts")}`;
    const entrypoint = place === "created" ? ["makes"] : ["takes", document];
    const failure = toFailure(
      await runCommand(["json", project.dir, "--data-dir", project.dataDir, ...entrypoint]),
    );
    assertEquals(failure.code, 1, failure.says);
    assertStringIncludes(
      failure.says,
      place === "created" ? "in the store of created files: " : "Cannot write to the file store at ",
    );
    assertEquals(await Deno.readTextFile(join(project.dataDir, place)), "a file of somebody");
  });
}

for (const store of STORES) {
  Deno.test(`a ${store.name} that may not be written is named, and nothing in it changes`, async () => {
    await using project = await makeKeeper();
    const args = ["json", project.dir, "--data-dir", project.dataDir, store.entrypoint];
    assertEquals((await runCommand(args)).code, 0);
    await giveAway(project.root);
    const file = join(project.dataDir, store.file);
    const before = await Deno.readFile(file);
    using _open = closeToWriting(dirname(file));
    assertNamed(store, toFailure(await runAsOwner(args, project)), {
      project,
      reason: "it is read-only; make it writable",
    });
    assertEquals(await Deno.readFile(file), before);
  });
}

/** Nobody in particular: for root nothing is closed. */
const NOBODY = 65534;

/** Gives all that is in a folder to somebody who is not root. */
async function giveAway(path: string): Promise<void> {
  if (Deno.uid() !== 0) return;
  await Deno.chown(path, NOBODY, NOBODY);
  if (!(await Deno.lstat(path)).isDirectory) return;
  for await (const { name, isSymlink } of Deno.readDir(path)) {
    if (!isSymlink) await giveAway(join(path, name));
  }
}

/** Takes the right to write a folder and the files in it away, until it is disposed of. */
function closeToWriting(dir: string): Disposable {
  const paths = [
    ...Array.from(Deno.readDirSync(dir)).filter(({ isFile }) => isFile).map(({ name }) => join(dir, name)),
    dir,
  ];
  const modes = paths.map((path) => Deno.statSync(path).mode ?? 0o700);
  paths.forEach((path, index) => Deno.chmodSync(path, (modes[index] ?? 0) & 0o555));
  return { [Symbol.dispose]: () => paths.forEach((path, index) => Deno.chmodSync(path, modes[index] ?? 0)) };
}

/** Runs the executable as whoever the project belongs to. */
async function runAsOwner(args: readonly string[], { root }: TempProject): Promise<CommandResult> {
  const temp = join(root, "temp");
  await Deno.mkdir(temp, { recursive: true });
  await giveAway(root);
  const as = Deno.uid() === 0 ? ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"] : [];
  const [program = "", ...rest] = [...as, executable(), ...args];
  return await runProgram([program, ...rest], { env: { TMPDIR: temp, HOME: root } });
}

Deno.test("a server answers others while a call waits for a journal that another process has locked, then goes on", async () => {
  await using project = await makeKeeper();
  assertEquals((await runJson(project, ["makes"])).code, 0);
  await using server = new RawServer(["mcp", project.dir, "--data-dir", project.dataDir]);
  await server.initialize();
  await server.request("tools/list");
  const other = new DatabaseSync(join(project.dataDir, "journal.sqlite"));
  other.exec("begin immediate");
  await server.send({
    jsonrpc: "2.0",
    id: "call",
    method: "tools/call",
    params: { name: "makes", arguments: {} },
  });
  const started = performance.now();
  for (let n = 0; n < 10; n++) {
    await server.send({ jsonrpc: "2.0", id: `ping-${n}`, method: "ping" });
    assertEquals((await server.next()).id, `ping-${n}`);
  }
  assert(performance.now() - started < 5000);
  other.close();
  const { id, result } = await server.next();
  assertEquals([id, result.structuredContent.status], ["call", "success"]);
});

/** How many rows the store has. */
function count(file: string): number {
  using db = new DatabaseSync(file, { readOnly: true });
  const tables = db.prepare(
    "select name from sqlite_schema where type = 'table' and name in ('runs', 'entries', 'variables', 'documents')",
  ).all();
  return tables.reduce(
    (sum, { name }) => sum + Number(db.prepare(`select count(*) as n from ${name}`).get()?.n),
    0,
  );
}

function check(file: string): unknown {
  using db = new DatabaseSync(file, { readOnly: true });
  return db.prepare("pragma integrity_check").get()?.integrity_check;
}

/** Runs a command that may write no file longer than that: as on a disk that becomes full. */
async function runLimited(args: readonly string[], { root }: TempProject, kib: number): Promise<Failure> {
  const temp = join(root, "temp");
  await Deno.mkdir(temp, { recursive: true });
  // Else the signal would end the process.
  const script = `trap '' XFSZ; ulimit -f ${kib}; exec "$0" "$@"`;
  const { code, stdout, stderr } = await new Deno.Command("bash", {
    args: ["-c", script, executable(), ...args],
    env: { TMPDIR: temp },
    stdin: "null",
  }).output();
  const decoder = new TextDecoder();
  return toFailure({ code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) });
}
