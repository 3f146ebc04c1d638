import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { DatabaseSync } from "node:sqlite";
import { tidyDesktop } from "../../src/desktop/host/tidy_desktop.ts";
import { openDashboardHosts } from "./harness/dashboard_hosts.ts";
import { TempDesktop } from "./harness/desktop.ts";
import { eventually } from "./harness/processes.ts";
import { runCommand } from "./harness/run_command.ts";
import { makeMain, type TempProject } from "./harness/temp_project.ts";
import { runJson } from "./harness/project_command.ts";
import { connect } from "./harness/connect.ts";

const ASKS = `
  const { tone, pin } = await ctx.ask("tone", { message: "Which tone?", fields: {
    tone: { type: "string", required: true }, pin: { type: "string", secret: true } } });
  console.log("the pin is " + pin);
  return { tone, pin };`;

/** Who waited for the locked database would wait for at least so long. */
const WAITS_MS = 2_000;

Deno.test("a form that a client shows is recorded as waiting, with what was answered; a secret is not, nor what prints it", async () => {
  await using project = await makeMain(
    `const { tone } = await ctx.ask("tone", { message: "Which tone?", fields: {
    tone: { type: "string", required: true } } }); return tone;`,
  );
  const desktop = new TempDesktop(project);
  const id = await desktop.add(project.dir);
  const shown = Promise.withResolvers<void>();
  const proceed = Promise.withResolvers<void>();
  await using client = await desktop.connect(await desktop.definition(id), {
    answer: async () => {
      shown.resolve();
      await proceed.promise;
      return { action: "accept", content: { tone: "plain" } };
    },
  });
  const calling = client.call("main");
  await shown.promise;
  const waiting = await desktop.until("it waits", ({ status }) => status === "waiting_for_input");
  assertEquals(waiting.report?.interactions.map(({ id, action }) => [id, action]), [["tone", null]]);
  proceed.resolve();
  await calling;
  const run = await desktop.until("it ends", ({ status }) => status === "success");
  assertEquals(run.statuses.map(({ status }) => status), [
    "running",
    "waiting_for_input",
    "resumed",
    "success",
  ]);
  assertEquals(run.submissions.map(({ id, values }) => [id, values]), [["tone", { tone: "plain" }]]);
});

Deno.test("a secret is recorded nowhere: not as an answer, in the log nor in the output", async () => {
  await using project = await makeMain(ASKS);
  const desktop = new TempDesktop(project);
  const id = await desktop.add(project.dir);
  await using dashboard = openDashboardHosts(desktop);
  const runId = await dashboard.hosts.start(id, "main", {});
  await dashboard.until(runId, "it waits", ({ status }) => status === "waiting_for_input");
  const key = dashboard.hosts.pending(runId)[0]?.key ?? "";
  const values = { tone: "formal", pin: "4711-secret-0815" };
  await dashboard.hosts.answer(runId, key, { action: "accept", values });
  const run = await dashboard.until(runId, "it ends", ({ status }) => status === "success");
  assertEquals(run.submissions[0]?.values, { tone: "formal" });
  assertEquals(run.report?.result.data.output, { tone: "formal", pin: "***" });
  assertEquals(dashboard.registry.database.logs(runId, { limit: 1 })[0]?.text, "the pin is ***");
  for (const name of ["desktop.sqlite", "desktop.sqlite-wal"]) {
    const bytes = await Deno.readFile(join(desktop.userDataDir, name)).catch(() => new Uint8Array());
    assert(!new TextDecoder("latin1").decode(bytes).includes("4711-secret-0815"), name);
  }
});

Deno.test("a run whose launcher was killed is marked interrupted by the next one that opens the database", async () => {
  await using project = await makeMain("await new Promise(() => {});");
  const desktop = new TempDesktop(project);
  const id = await desktop.add(project.dir);
  {
    await using server = desktop.launch(id);
    await server.initialize();
    await server.send({
      jsonrpc: "2.0",
      id: "call",
      method: "tools/call",
      params: { name: "main", arguments: {} },
    });
    await desktop.until("it runs", ({ status }) => status === "running");
    server.kill("SIGKILL");
    await server.status;
  }
  assertEquals(desktop.runs()[0]?.status, "running");
  await using next = desktop.launch(id);
  await next.initialize();
  await next.request("tools/list");
  const run = await desktop.until("it is marked", ({ status }) => status === "interrupted");
  assertEquals(run.error?.code, "interrupted");
  assert(run.finishedAt !== undefined);
});

Deno.test("a run that waits stays waiting when its launcher is killed, and can be answered on the command line", async () => {
  await using project = await makeMain(`return await ctx.approve("go", { title: "Go?" });`);
  const desktop = new TempDesktop(project);
  const id = await desktop.add(project.dir);
  let runId = "";
  {
    await using server = desktop.launch(id);
    await server.initialize();
    runId = (await server.call("main")).result.structuredContent.runId;
    await desktop.until("it waits", ({ status }) => status === "waiting_for_input");
    server.kill("SIGKILL");
    await server.status;
  }
  const { code } = await runCommand(["resume", runId, "--answers", '{"approved":true}'], {
    env: desktop.env,
  });
  assertEquals(code, 0);
  assertEquals(desktop.runs()[0]?.status, "waiting_for_input");
  using database = desktop.database();
  tidyDesktop(database, { dir: desktop.userDataDir, dataDir: join(desktop.home, ".workflow-code") }, fail);
  const run = database.run(runId);
  assertEquals([run?.status, run?.report?.result.data.output], ["success", { approved: true }]);
  assertEquals(run?.submissions.map(({ id, values }) => [id, values]), [["go", { approved: true }]]);
});

Deno.test("several launchers and a dashboard record at once, and nothing is lost", async () => {
  await using project = await makeMain(
    'for (let i = 0; i < 20; i++) console.log("line " + i); return values.n;',
    { params: '{ n: { type: "number" } }' },
  );
  const desktop = new TempDesktop(project);
  const id = await desktop.add(project.dir);
  const definition = await desktop.definition(id);
  {
    await using one = await desktop.connect(definition);
    await using two = await desktop.connect(definition);
    await using three = await desktop.connect(definition);
    await using dashboard = openDashboardHosts(desktop);
    const calls = [one, two, three].flatMap((client) =>
      Array.from({ length: 8 }, (_, n) => client.call("main", { n }))
    );
    const started = Array.from({ length: 8 }, (_, n) => dashboard.hosts.start(id, "main", { n }));
    await Promise.all([...calls, ...started]);
    for (const runId of await Promise.all(started)) {
      await dashboard.until(runId, "it ends", ({ status }) => status === "success");
    }
  }
  const runs = desktop.runs();
  using database = desktop.database();
  assertEquals(runs.length, 32);
  assertEquals(new Set(runs.map(({ status }) => status)), new Set(["success"]));
  assertEquals(runs.map(({ runId }) => database.logCount(runId)), runs.map(() => 20));
});

Deno.test("a locked database is told once, delays no call, and has everything once it is free", async () => {
  await using project = await makeMain("return 1;");
  const desktop = new TempDesktop(project);
  const id = await desktop.add(project.dir);
  await using client = await desktop.connect(await desktop.definition(id));
  await client.call("main");
  {
    using other = lock(desktop);
    for (let i = 0; i < 10; i++) {
      const before = performance.now();
      assertEquals((await client.call("main")).structuredContent.status, "success");
      assert(performance.now() - before < WAITS_MS, "the call did not wait for the database");
    }
    await eventually("it is told", {
      ms: 15_000,
      is: () => client.stderr().includes("calls are not recorded"),
    });
    other.release();
  }
  await eventually("all calls are recorded", { ms: 20_000, is: () => desktop.runs().length === 11 });
  assertEquals(client.stderr().split("calls are not recorded").length, 2);
});

Deno.test("a launcher that starts while the database is locked serves, and records once it is free", async () => {
  await using project = await makeMain("return 1;");
  const desktop = new TempDesktop(project);
  const id = await desktop.add(project.dir);
  const definition = await desktop.definition(id);
  using other = lock(desktop);
  await using client = await desktop.connect(definition);
  const before = performance.now();
  assertEquals((await client.call("main")).structuredContent.status, "success");
  assert(performance.now() - before < 5_000, "the call did not wait for the database");
  other.release();
  await desktop.until("the call is recorded", ({ status }) => status === "success");
});

Deno.test("a run that works is never taken for one whose process has died, by its own launcher nor by others", async () => {
  await using project = await makeMain(
    "await new Promise((resolve) => setTimeout(resolve, 4000)); return 1;",
  );
  const desktop = new TempDesktop(project);
  const id = await desktop.add(project.dir);
  const definition = await desktop.definition(id);
  await using client = await desktop.connect(definition);
  const calling = client.call("main");
  await desktop.until("it runs", ({ status }) => status === "running");
  await using other = await desktop.connect(definition);
  await other.client.listTools();
  using database = desktop.database();
  const tidy = () =>
    tidyDesktop(database, { dir: desktop.userDataDir, dataDir: join(desktop.home, ".workflow-code") }, fail);
  const tidying = setInterval(tidy, 100);
  assertEquals((await calling).structuredContent.status, "success");
  clearInterval(tidying);
  const run = await desktop.until("it has ended", ({ status }) => status === "success");
  assertEquals(run.statuses.map(({ status }) => status), ["running", "success"]);
});

Deno.test("a damaged database is told, and calls succeed", async () => {
  await using project = await makeMain("return 1;");
  const desktop = new TempDesktop(project);
  const id = await desktop.add(project.dir);
  await using client = await desktop.connect(await desktop.definition(id));
  await client.client.listTools();
  await Deno.writeTextFile(join(desktop.userDataDir, "desktop.sqlite"), "this is no database, ".repeat(4000));
  await Deno.remove(join(desktop.userDataDir, "desktop.sqlite-wal")).catch(() => {});
  assertEquals((await client.call("main")).structuredContent.status, "success");
  await eventually("it is told", {
    ms: 15_000,
    is: () => client.stderr().includes("calls are not recorded"),
  });
  assertStringIncludes(client.stderr(), "Desktop database");
});

Deno.test("what was still to be written is written when the client leaves", async () => {
  await using project = await makeMain('for (let i = 0; i < 3000; i++) console.log("line " + i); return 1;');
  const desktop = new TempDesktop(project);
  const id = await desktop.add(project.dir);
  await using server = desktop.launch(id);
  await server.initialize();
  await server.call("main");
  await server.closeInput();
  await server.status;
  const [run] = desktop.runs();
  using database = desktop.database();
  assertEquals([run?.status, database.logCount(run?.runId ?? "")], ["success", 3000]);
});

Deno.test("`mcp`, `json` and `run` write nothing to Desktop", async () => {
  await using project = await makeMain("return 1;");
  const desktop = new TempDesktop(project);
  await desktop.add(project.dir);
  await runMcpCall(project);
  await runJson(project, ["main"], { env: desktop.env });
  assertEquals(desktop.runs(), []);
});

async function runMcpCall(project: TempProject): Promise<void> {
  await using connection = await connect(project);
  await connection.client.callTool({ name: "main", arguments: {} });
}

function fail(text: string): never {
  throw new Error(text);
}

/** Holds the write lock of the database, as a process that hangs would. */
function lock(desktop: TempDesktop): Disposable & { release(): void } {
  const db = new DatabaseSync(join(desktop.userDataDir, "desktop.sqlite"));
  db.exec("pragma busy_timeout = 5000; begin immediate");
  let isOpen = true;
  const release = () => {
    if (isOpen) db.close();
    isOpen = false;
  };
  return { release, [Symbol.dispose]: release };
}
