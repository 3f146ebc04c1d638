import { assert, assertEquals, assertRejects } from "@std/assert";
import { TempDesktop } from "./harness/desktop.ts";
import { makeMain } from "./harness/temp_project.ts";

Deno.test("a definition, started exactly as it is printed, records its call in one row", async () => {
  await using project = await makeMain(
    `
    await ctx.step("read", () => { console.log("reading"); return 1; });
    console.error("careful");
    return { said: values.text };`,
    { params: '{ text: { type: "string", required: true } }' },
  );
  const desktop = new TempDesktop(project);
  const id = await desktop.add(project.dir);
  const definition = await desktop.definition(id);
  assertEquals(definition.args, ["--workflow-mcp", id]);
  {
    await using client = await desktop.connect(definition);
    const result = await client.call("main", { text: "-hello" });
    assertEquals(result.structuredContent.output, { said: "-hello" });
  }
  const [run, ...others] = desktop.runs();
  assertEquals(others, []);
  assert(run);
  assertEquals([run.status, run.source, run.desktopProjectId, run.projectName], [
    "success",
    "mcp",
    id,
    "test-project",
  ]);
  assertEquals([run.mcpInput, run.cliArgs], [{ text: "-hello" }, ["--text=-hello"]]);
  assertEquals(run.statuses.map(({ status }) => status), ["running", "success"]);
  assertEquals(run.report?.nodes.map(({ title }) => title), ["read"]);
  assertEquals(run.report?.result.data.output, { said: "-hello" });
  using database = desktop.database();
  const lines = database.logs(run.runId, { limit: 10 });
  assertEquals(lines.map(({ stream, node, text }) => [stream, node, text]), [
    ["stdout", "read", "reading"],
    ["stderr", null, "careful"],
  ]);
});

Deno.test("a call is recorded as running while it runs, with the steps so far", async () => {
  await using project = await makeMain(`
    await ctx.step("first", () => 1);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    return 2;`);
  const desktop = new TempDesktop(project);
  const id = await desktop.add(project.dir);
  await using client = await desktop.connect(await desktop.definition(id));
  const calling = client.call("main");
  const run = await desktop.until(
    "it runs and has its step",
    ({ status, report }) => status === "running" && report?.nodes[0]?.status === "success",
  );
  assertEquals((await calling).structuredContent.runId, run.runId);
});

Deno.test("calls that are refused have a row of their own", async () => {
  await using project = await makeMain("return 1;", {
    params: '{ count: { type: "number", required: true } }',
  });
  const desktop = new TempDesktop(project);
  const id = await desktop.add(project.dir);
  {
    await using client = await desktop.connect(await desktop.definition(id));
    await assertRejects(() => client.call("main", { count: "many" }));
    await assertRejects(() => client.call("mian", { count: 1 }));
  }
  const runs = desktop.runs();
  assertEquals(runs.map(({ status, entrypointId, mcpInput }) => [status, entrypointId, mcpInput]), [
    ["refused", "mian", { count: 1 }],
    ["refused", "main", { count: "many" }],
  ]);
  assert(runs.every(({ runId }) => runId.startsWith("refused-")));
  assertEquals(runs.map(({ error }) => error?.code), ["unknown_tool", "invalid_arguments"]);
  assertEquals(runs[0]?.error?.message, 'Unknown tool "mian". Did you mean "main"? Known tools: main');
});
