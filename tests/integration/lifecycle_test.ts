import { assert, assertEquals, assertRejects } from "@std/assert";
import { join } from "@std/path";
import { executable } from "./harness/executable.ts";
import { makeEntrypoints } from "./harness/probe.ts";
import { descendantsOf, eventually, type ListedProcess } from "./harness/processes.ts";
import { RawServer } from "./harness/raw_server.ts";
import { isAlive } from "./harness/running_command.ts";
import type { TempProject } from "./harness/temp_project.ts";

/** How long a server and all that it started may take to be gone (SPEC: two seconds), and some for a busy machine. */
const GONE_MS = 4_000;

const BODIES = {
  hang: `console.log("hanging"); await new Promise(() => {});`,
  burn: `console.log("hanging"); await new Promise((done) => setTimeout(done, 50)); for (;;) {}`,
  short: `console.log("hanging"); await new Promise((done) => setTimeout(done, 300)); return "short";`,
};

/** A server with a temporary folder of its own. */
interface Served extends AsyncDisposable {
  readonly project: TempProject;
  readonly server: RawServer;
  readonly temp: string;
}

async function serve(): Promise<Served> {
  const project = await makeEntrypoints(BODIES, { timeout: 60_000 });
  const temp = join(project.root, "temp");
  await Deno.mkdir(temp);
  const server = new RawServer(["mcp", project.dir, "--data-dir", project.dataDir], {
    env: { TMPDIR: temp },
  });
  return {
    project,
    server,
    temp,
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      await project[Symbol.asyncDispose]();
    },
  };
}

/** Begins a call, and gives the processes of the server once its run is at work. */
async function begin({ server, temp }: Served, name: keyof typeof BODIES): Promise<ListedProcess[]> {
  await server.initialize();
  await server.send({ jsonrpc: "2.0", id: "call", method: "tools/call", params: { name, arguments: {} } });
  await server.untilPrinted(/hanging/);
  const children = descendantsOf(server.pid);
  assert(children.length >= 1, "there is an executor");
  assertEquals(scratchIn(temp).length, 1);
  return children;
}

/** Nothing of a server may be left: no process, and no folder of a run. */
async function assertGone({ temp }: Served, children: readonly ListedProcess[]): Promise<void> {
  await eventually("its processes are gone", {
    ms: GONE_MS,
    is: () => !children.some(({ pid }) => isAlive(pid)),
  });
  assertEquals(scratchIn(temp), []);
}

function scratchIn(temp: string): string[] {
  return Array.from(Deno.readDirSync(temp), ({ name }) => name).filter((name) =>
    name.startsWith("workflow-code")
  );
}

for (const name of ["hang", "burn"] as const) {
  Deno.test(`a client that closes stdin ends the server although a call does ${name}`, async () => {
    await using served = await serve();
    const { server } = served;
    const children = await begin(served, name);
    const begun = Date.now();
    await server.closeInput();
    assertEquals((await server.status).code, 0);
    const took = Date.now() - begun;
    assert(took < 3_000, `it took ${took} ms`);
    await assertGone(served, children);
  });
}

Deno.test("a call that ends within a second after stdin is closed is answered", async () => {
  await using served = await serve();
  const { server } = served;
  const children = await begin(served, "short");
  await server.closeInput();
  const { id, result } = await server.next();
  assertEquals([id, result.structuredContent.output], ["call", "short"]);
  assertEquals((await server.status).code, 0);
  await assertGone(served, children);
});

Deno.test("a client that no longer reads ends the server without a word, and with exit code 0", async () => {
  await using served = await serve();
  const { server } = served;
  const children = await begin(served, "hang");
  await server.closeOutput();
  await server.send({ jsonrpc: "2.0", id: 9, method: "ping" });
  assertEquals((await server.status).code, 0);
  assert(!/error|panic|broken/i.test(await server.wholeStderr), server.stderr);
  await assertGone(served, children);
});

for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
  Deno.test(`${signal} ends the server with its runs`, async () => {
    await using served = await serve();
    const { server } = served;
    const children = await begin(served, "hang");
    const begun = Date.now();
    server.kill(signal);
    assertEquals((await server.status).code, 0);
    const took = Date.now() - begun;
    assert(took < 3_000, `it took ${took} ms`);
    await assertGone(served, children);
  });
}

Deno.test("a server that is killed takes its executors with it", async () => {
  await using served = await serve();
  const { server } = served;
  const children = await begin(served, "hang");
  server.kill("SIGKILL");
  await server.status;
  await assertGone(served, children);
});

Deno.test("a server that is killed takes an executor with it that never turns", async () => {
  await using served = await serve();
  const { server } = served;
  const children = await begin(served, "burn");
  server.kill("SIGKILL");
  await server.status;
  await assertGone(served, children);
});

Deno.test("a parent that is dead ends the server although its stdin stays open", async () => {
  const project = await makeEntrypoints(BODIES, { timeout: 60_000 });
  await using _ = project;
  const temp = join(project.root, "temp");
  await Deno.mkdir(temp);
  const fifo = join(project.root, "stdin");
  const out = join(project.root, "stdout");
  await new Deno.Command("mkfifo", { args: [fifo] }).output();
  // The parent is a shell that waits for the server; the test holds the other end of the pipe.
  const script = `"$1" mcp "$2" --data-dir "$3" <"$4" >"$5" 2>&1 & wait`;
  const parent = new Deno.Command("sh", {
    args: ["-c", script, "sh", executable(), project.dir, project.dataDir, fifo, out],
    env: { TMPDIR: temp },
  }).spawn();
  using input = await Deno.open(fifo, { write: true, read: true });
  const send = (message: unknown) =>
    input.write(new TextEncoder().encode(`${JSON.stringify({ jsonrpc: "2.0", ...message as object })}\n`));
  await send({
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
  });
  await send({ id: 2, method: "tools/call", params: { name: "hang", arguments: {} } });
  await eventually("the run is at work", {
    ms: 10_000,
    is: async () => (await Deno.readTextFile(out).catch(() => "")).includes("hanging"),
  });
  const children = descendantsOf(parent.pid);
  assert(children.length >= 2, "server and executor");
  parent.kill("SIGKILL");
  await parent.status;
  await eventually("server and executor are gone", {
    ms: GONE_MS,
    is: () => !children.some(({ pid }) => isAlive(pid)),
  });
  assertEquals(scratchIn(temp), []);
});

Deno.test("a client that leaves before its first message leaves nothing", async () => {
  await using served = await serve();
  const { server, project } = served;
  await server.closeInput();
  await assertRejects(() => server.next(), Error, "closed stdout");
  assertEquals((await server.status).code, 0);
  assertEquals(await server.wholeStderr, "");
  await assertNothingMade(project);
});

const PROBES: Record<string, Record<string, unknown>> = {
  initialize: {
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
  },
  "server/discover": {
    method: "server/discover",
    params: {
      _meta: {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
      },
    },
  },
};

for (const [method, request] of Object.entries(PROBES)) {
  Deno.test(`a client that asks for ${method} and leaves at once leaves nothing, twice over`, async () => {
    for (const id of [1, 2]) {
      await using served = await serve();
      const { server, project } = served;
      await server.send({ jsonrpc: "2.0", id, ...request });
      await server.closeInput();
      const { error, result } = await server.next();
      assertEquals(error, undefined);
      assert(result);
      assertEquals((await server.status).code, 0);
      await assertGone(served, []);
      await assertNothingMade(project);
    }
  });
}

/** Neither the data dir nor anything in the project. */
async function assertNothingMade({ dir, root }: TempProject): Promise<void> {
  const names = async (path: string) =>
    (await Array.fromAsync(Deno.readDir(path), ({ name }) => name)).sort();
  assertEquals(await names(root), ["project", "temp"]);
  assertEquals(await names(dir), ["package.json", "workflow.ts"]);
}
