import { assertEquals, assertRejects } from "@std/assert";
import { join } from "@std/path";
import { reconcileRuns } from "../../src/desktop/host/reconcile_runs.ts";
import { WorkflowError } from "../../src/errors.ts";
import { openDashboardHosts } from "./harness/dashboard_hosts.ts";
import { TempDesktop } from "./harness/desktop.ts";
import { eventually } from "./harness/processes.ts";
import { makeMain } from "./harness/temp_project.ts";

/** A launcher looks every 150 ms; the rest is for a busy machine. */
const SOON_MS = 2_000;

const ASKS = `
  const { tone } = await ctx.ask("tone", { message: "Which tone?", fields: {
    tone: { type: "string", required: true } } });
  return tone;`;

Deno.test("start() gives the id of a run that is recorded with its input, and goes on", async () => {
  await using project = await makeMain("return values.text;", { params: '{ text: { type: "string" } }' });
  const desktop = new TempDesktop(project);
  const id = await desktop.add(project.dir);
  await using dashboard = openDashboardHosts(desktop);
  const runId = await dashboard.hosts.start(id, "main", { text: "hello" });
  const run = await dashboard.until(runId, "it ends", ({ status }) => status === "success");
  assertEquals([run.source, run.mcpInput, run.cliArgs, run.report?.result.data.output], [
    "dashboard",
    { text: "hello" },
    ["--text=hello"],
    "hello",
  ]);
});

Deno.test("start() refuses values that do not fit, with every fault", async () => {
  await using project = await makeMain("return 1;", {
    params: '{ text: { type: "string", required: true } }',
  });
  const desktop = new TempDesktop(project);
  const id = await desktop.add(project.dir);
  await using dashboard = openDashboardHosts(desktop);
  const error = await assertRejects(() => dashboard.hosts.start(id, "main", { other: 1 }), WorkflowError);
  assertEquals([error.code, error.faults.length], ["invalid_arguments", 2]);
});

Deno.test("a run that a client has left waiting is answered in the dashboard, in the same row", async () => {
  await using project = await makeMain(ASKS);
  const desktop = new TempDesktop(project);
  const id = await desktop.add(project.dir);
  const definition = await desktop.definition(id);
  await using client = await desktop.connect(definition);
  const { structuredContent: { runId, status } } = await client.call("main");
  assertEquals(status, "waiting_for_input");
  await using dashboard = openDashboardHosts(desktop);
  const [question] = dashboard.hosts.pending(runId);
  assertEquals(question?.message, "Which tone?");
  const key = question?.key ?? "";
  await assertRejects(
    () => dashboard.hosts.answer(runId, key, { action: "accept", values: {} }),
    WorkflowError,
  );
  await dashboard.hosts.answer(runId, key, { action: "accept", values: { tone: "formal" } });
  const run = await dashboard.until(runId, "it ends", (one) => one.status === "success");
  assertEquals(run.source, "mcp");
  assertEquals(run.statuses.map((one) => one.status), ["running", "waiting_for_input", "resumed", "success"]);
  assertEquals(run.submissions.map(({ id, action, values }) => ({ id, action, values })), [
    { id: "tone", action: "accept", values: { tone: "formal" } },
  ]);
});

Deno.test("a question that a client still shows is answered in the dashboard; what the client does with it later changes nothing", async () => {
  await using project = await makeMain(ASKS);
  const desktop = new TempDesktop(project);
  const id = await desktop.add(project.dir);
  const shown = Promise.withResolvers<void>();
  const late = Promise.withResolvers<void>();
  await using dashboard = openDashboardHosts(desktop);
  let runId = "";
  {
    await using client = await desktop.connect(await desktop.definition(id), {
      answer: async () => {
        shown.resolve();
        await late.promise;
        return { action: "accept", content: { tone: "late" } };
      },
    });
    const calling = client.call("main");
    await shown.promise;
    ({ runId } = await desktop.until("it waits", ({ status }) => status === "waiting_for_input"));
    const key = dashboard.hosts.pending(runId)[0]?.key ?? "";
    await dashboard.hosts.answer(runId, key, { action: "accept", values: { tone: "formal" } });
    await dashboard.until(runId, "it ends", ({ status }) => status === "success");
    late.resolve();
    await calling;
  }
  const run = dashboard.registry.database.run(runId);
  assertEquals([run?.status, run?.report?.result.data.output], ["success", "formal"]);
  assertEquals(run?.submissions.map(({ values }) => values), [{ tone: "formal" }]);
});

Deno.test("a run at work in a launcher is cancelled from the dashboard, in a moment", async () => {
  await using project = await makeMain('console.log("here"); await new Promise(() => {});');
  const desktop = new TempDesktop(project);
  const id = await desktop.add(project.dir);
  await using client = await desktop.connect(await desktop.definition(id));
  const calling = client.call("main");
  const { runId } = await desktop.until("it runs", ({ status }) => status === "running");
  await using dashboard = openDashboardHosts(desktop);
  const before = performance.now();
  await dashboard.hosts.cancel(runId);
  const result = await calling;
  assertEquals([result.structuredContent.status, performance.now() - before < SOON_MS], ["cancelled", true]);
  await dashboard.until(runId, "its row says so", ({ status }) => status === "cancelled");
});

Deno.test("a run that waits, and that nobody holds, is cancelled by the dashboard itself", async () => {
  await using project = await makeMain(ASKS);
  const desktop = new TempDesktop(project);
  const id = await desktop.add(project.dir);
  let runId = "";
  {
    await using client = await desktop.connect(await desktop.definition(id));
    ({ structuredContent: { runId } } = await client.call("main"));
  }
  await using dashboard = openDashboardHosts(desktop);
  await dashboard.hosts.cancel(runId);
  const run = dashboard.registry.database.run(runId);
  assertEquals([run?.status, run?.error?.code, run?.report?.status], ["cancelled", "cancelled", "cancelled"]);
  await assertRejects(() => dashboard.hosts.cancel(runId), WorkflowError, "has ended");
});

Deno.test("a run whose launcher was killed goes on in the dashboard behind its last step, in the same row", async () => {
  await using project = await makeMain(`
    const first = await ctx.step("first", () => crypto.randomUUID());
    await ctx.step("second", async () => {
      const isSlow = await ctx.kv.compareAndSet("slow", undefined, true);
      if (!isSlow) return;
      console.log("slow now");
      await new Promise((resolve) => setTimeout(resolve, 60_000));
    });
    return first;`);
  const desktop = new TempDesktop(project);
  const id = await desktop.add(project.dir);
  await using server = desktop.launch(id);
  await server.initialize();
  await server.send({
    jsonrpc: "2.0",
    id: "call",
    method: "tools/call",
    params: { name: "main", arguments: {} },
  });
  const { runId } = await desktop.until("its first step is done", (run) => run.report?.nodes.length === 2);
  await server.untilPrinted(/slow now/);
  server.kill("SIGKILL");
  await server.status;
  await using dashboard = openDashboardHosts(desktop);
  const { database, userData } = dashboard.registry;
  await eventually("it is marked", {
    ms: 15_000,
    is: () => {
      reconcileRuns(database, userData);
      return database.run(runId)?.status === "interrupted";
    },
  });
  const before = database.run(runId);
  await dashboard.hosts.resume(runId);
  const run = await dashboard.until(runId, "it ends", ({ status }) => status === "success");
  assertEquals(run.statuses.map(({ status }) => status), ["running", "interrupted", "resumed", "success"]);
  assertEquals([run.source, run.mcpInput, run.error], ["mcp", before?.mcpInput, undefined]);
  assertEquals(run.report?.nodes.map(({ id }) => id), ["first", "second"]);
  await assertRejects(() => dashboard.hosts.resume(runId), WorkflowError, "has succeeded");
});

Deno.test("resolveParams() gives the options of now, and tells what the author's function did wrong", async () => {
  await using project = await makeMain("return values;", {
    params: '{ region: { type: "string" }, city: { type: "string" } }',
    entrypoint: `resolveParams: async (values, { env }) => {
      if (values.region === "moon") throw new Error("no such region");
      if (values.region === "typo") return { ciyt: { options: ["x"] } };
      if (values.region === "loop") for (;;) {}
      return { city: { options: values.region === "eu" ? ["Bonn", { value: "Oslo", label: "Oslo!" }] : [] } };
    },`,
  });
  const desktop = new TempDesktop(project);
  const id = await desktop.add(project.dir);
  await using dashboard = openDashboardHosts(desktop);
  const resolve = (region: string) => dashboard.hosts.resolveParams(id, "main", { region });
  assertEquals(await resolve("eu"), { city: [{ value: "Bonn" }, { value: "Oslo", label: "Oslo!" }] });
  assertEquals(await resolve("us"), { city: [] });
  await assertRejects(() => resolve("moon"), WorkflowError, "no such region");
  await assertRejects(() => resolve("typo"), WorkflowError, 'did you mean "city"?');
});

Deno.test("a project is opened anew once its source has changed; a run at work ends as it began", async () => {
  await using project = await makeMain(`
    await new Promise((resolve) => setTimeout(resolve, 1500));
    return "before";`);
  const desktop = new TempDesktop(project);
  const id = await desktop.add(project.dir);
  await using dashboard = openDashboardHosts(desktop);
  const first = await dashboard.hosts.start(id, "main", {});
  const path = join(project.dir, "workflow.ts");
  const source = await Deno.readTextFile(path);
  await Deno.writeTextFile(path, source.replace("1500", "1").replace('"before"', '"after"'));
  await eventually("time has passed", {
    ms: 2_000,
    is: () => new Promise((resolve) => setTimeout(() => resolve(true), 600)),
  });
  const second = await dashboard.hosts.start(id, "main", {});
  const ended = ({ status }: { readonly status: string }) => status === "success";
  const outputs = await Promise.all(
    [first, second].map((runId) => dashboard.until(runId, "it ends", ended)),
  );
  assertEquals(outputs.map(({ report }) => report?.result.data.output), ["before", "after"]);
});
