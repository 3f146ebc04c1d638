import { assert, assertEquals } from "@std/assert";
import { join } from "@std/path";
import { eventually, executorsOf } from "./harness/processes.ts";
import { RawServer } from "./harness/raw_server.ts";
import { runCommand } from "./harness/run_command.ts";
import { isAlive } from "./harness/running_command.ts";
import { makeProject, type TempProject } from "./harness/temp_project.ts";

const KEY = "sk-7Hq2vN-this-key-is-nowhere-else";
const URL = "http://127.0.0.1:9/v1";

const WORKFLOW = `import { workflow } from "workflow-code";
import fs from "node:fs";
import process from "node:process";

/** The texts in all that can be reached from some values. */
function reachable(roots) {
  const seen = new Set(roots);
  const texts = new Set();
  for (const object of seen) {
    if (seen.size > 30_000) break;
    for (const name of Reflect.ownKeys(object)) {
      let value;
      try { value = object[name]; } catch { continue; }
      texts.add(String(name));
      if (typeof value === "string") texts.add(value);
      else if ((typeof value === "object" && value !== null) || typeof value === "function") seen.add(value);
    }
    try { if (Object.getPrototypeOf(object)) seen.add(Object.getPrototypeOf(object)); } catch {}
  }
  return [...texts];
}

const FILES = ["/proc/self/environ", "/proc/self/cmdline", "/proc/self/maps", ".env", "workflow-auth.json"];

export default workflow.define({
  entrypoints: {
    succeeds: { run: async (ctx) => { await ctx.kv.set("a", 1); await ctx.files.create("a.txt", "a"); return ctx.step("one", () => 1); } },
    fails: { run: (ctx) => ctx.fail(7, "no stock") },
    throws: { run() { throw new Error("lost", { cause: process.env }); } },
    tells: {
      async run(ctx) {
        const read = FILES.map((file) => { try { return fs.readFileSync(file, "utf8"); } catch (error) { return String(error); } });
        const texts = reachable([globalThis, ctx, process, Deno, fs, import.meta]);
        console.log(JSON.stringify([read, texts]));
        ctx.log.error("all", { env: process.env, deno: Deno.env.toObject(), ctx: ctx.env });
        return texts.length;
      },
    },
    asks: { run: (ctx) => ctx.ask("q", { message: "What?", fields: { a: { type: "string", required: true } } }) },
    hangs: { run: async () => { console.log("hanging"); await new Promise(() => {}); } },
  },
});
`;

interface Given {
  /** Variables of the environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** The file that has the key. */
  readonly file?: string;
}

const VARIABLES = { WORKFLOW_SERVER_URL: URL, WORKFLOW_SERVER_ADMIN_KEY: KEY };

/** Hands the key over, each in its way. */
const SOURCES: Readonly<Record<string, (project: TempProject) => Promise<Given>>> = {
  environment: () => Promise.resolve({ env: VARIABLES }),
  ".env": async ({ dir }) => {
    const file = join(dir, ".env");
    await Deno.writeTextFile(
      file,
      Object.entries(VARIABLES).map(([key, value]) => `${key}=${value}\n`).join(""),
    );
    return { file };
  },
  "saved login": ({ dataDir }) => save(join(dataDir, "auth"), "workflow-auth.json"),
  "login of Desktop": ({ dataDir }) => save(join(dataDir, "desktop-config"), "desktop-auth.json"),
};

async function save(dir: string, name: string): Promise<Given> {
  await Deno.mkdir(dir, { recursive: true, mode: 0o700 });
  const file = join(dir, name);
  await Deno.writeTextFile(file, JSON.stringify({ version: 1, url: URL, key: KEY }), { mode: 0o600 });
  return { file };
}

for (const [source, give] of Object.entries(SOURCES)) {
  Deno.test(`the key of the ${source} is in no report, result, log, error, database, bundle or other file`, async () => {
    await using project = await makeProject({ "workflow.ts": WORKFLOW });
    const { env: variables = {}, file } = await give(project);
    // What is written to the temporary folder and to the home folder is looked through too.
    const temp = join(project.root, "temp");
    await Deno.mkdir(temp);
    const unset = { WORKFLOW_SERVER_URL: "", WORKFLOW_SERVER_ADMIN_KEY: "" };
    const env = { ...unset, ...variables, TMPDIR: temp, HOME: project.root };
    const data = ["--data-dir", project.dataDir];
    const printed: Record<string, string> = {};
    const run = async (...args: string[]) => {
      const { stdout, stderr } = await runCommand(args, { env });
      printed[args.join(" ")] = stdout + stderr;
      return stdout;
    };
    const status = JSON.parse(await run("auth", "status", project.dir, "--json", ...data));
    assertEquals([status.server.url, status.server.hasKey], [URL, true]);
    for (const entrypoint of ["succeeds", "fails", "throws", "tells", "asks"]) {
      await run("json", project.dir, ...data, entrypoint);
    }
    await run("structure", project.dir, ...data);
    await run("doctor", project.dir, ...data);
    await run("run", project.dir, ...data, "tells");
    await run("runs", "--json", ...data);
    await using server = new RawServer(["mcp", project.dir, ...data], { env });
    await callAll(server);
    const live = await list(project.root);
    assert(live.some((path) => path.endsWith("journal.sqlite-wal")), live.join("\n"));
    assertEquals(await findKey(live), file === undefined ? [] : [file]);
    const executors = executorsOf(server.pid);
    server.kill("SIGKILL"); // So that nothing is tidied up.
    await eventually("the executors are gone", { ms: 10_000, is: () => !executors.some(isAlive) });
    printed.stderr = await server.wholeStderr;
    printed.stdout = server.received.join("\n");

    const tells = printed[`json ${project.dir} ${data.join(" ")} tells`] ?? "";
    assert(tells.includes("hasOwnProperty") && tells.length > 20_000, tells.slice(0, 2000));
    assertEquals(Object.entries(printed).filter(([, text]) => hasKey(new TextEncoder().encode(text))), []);
    const files = await list(project.root);
    assert(files.some((path) => path.endsWith("bundle.js")), files.join("\n"));
    assertEquals(await findKey(files), file === undefined ? [] : [file]);
  });
}

/** Calls everything as a client, and kills the executor under one run. */
async function callAll(server: RawServer): Promise<void> {
  await server.initialize();
  await server.request("tools/list");
  for (const tool of ["succeeds", "fails", "throws", "tells", "asks"]) await server.call(tool);
  const crashed = server.call("hangs");
  await server.untilPrinted(/hanging/);
  for (const pid of executorsOf(server.pid)) Deno.kill(pid, "SIGKILL");
  assertEquals((await crashed).result.structuredContent.error.code, "executor_crashed");
  await server.call("asks");
}

/** Those of some files that have the key; one that is gone by now has not. */
async function findKey(files: readonly string[]): Promise<string[]> {
  const found = await Promise.all(files.map(async (path) => {
    const bytes = await Deno.readFile(path).catch(() => new Uint8Array());
    return hasKey(bytes) ? [path] : [];
  }));
  return found.flat();
}

/** Whether bytes have the key, or what is easily read as it. */
function hasKey(bytes: Uint8Array): boolean {
  const text = new TextDecoder("latin1").decode(bytes);
  const wide = Array.from(KEY, (letter) => `${letter}\0`).join("");
  // Base64 of a text depends on where it begins: the middle of it is the same three ways.
  const encoded = ["", "x", "xx"].map((before) => btoa(before + KEY).slice(4, -4));
  return [KEY, wide, encodeURIComponent(KEY), ...encoded].some((one) => text.includes(one));
}

async function list(dir: string): Promise<string[]> {
  // What a run leaves is being removed meanwhile.
  const entries = await Array.fromAsync(Deno.readDir(dir)).catch((error) => {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  });
  const nested = await Promise.all(
    entries.map(({ name, isDirectory, isFile }) =>
      isDirectory ? list(join(dir, name)) : isFile ? [join(dir, name)] : []
    ),
  );
  return nested.flat();
}
