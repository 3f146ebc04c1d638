import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { TempDesktop } from "./harness/desktop.ts";
import { makeMcpProject } from "./harness/mcp_project.ts";
import { makeMain } from "./harness/temp_project.ts";

Deno.test("an id that nobody knows is answered with an error that says what to do; the server ends with its client", async () => {
  await using project = await makeMain("return 1;");
  const desktop = new TempDesktop(project);
  await using server = desktop.launch("nope-nope");
  const { error } = await server.initialize();
  assertStringIncludes(
    error?.message ?? "",
    'Cannot serve "nope-nope": there is no Desktop project with this id',
  );
  assertStringIncludes(error?.message ?? "", "workflow-code desktop list");
  assertEquals((await server.request("tools/list")).error?.message, error?.message);
  await server.closeInput();
  assertEquals((await server.status).code, 1);
});

Deno.test("a project that was removed is told so, and works again under its id once it is added again", async () => {
  await using project = await makeMain("return 1;");
  const desktop = new TempDesktop(project);
  const id = await desktop.add(project.dir);
  await desktop.run("remove", id);
  {
    await using server = desktop.launch(id);
    assertStringIncludes(
      (await server.initialize()).error?.message ?? "",
      "test-project was removed from Desktop",
    );
  }
  assertEquals(await desktop.add(project.dir), id);
  await using server = desktop.launch(id);
  assertEquals((await server.initialize()).error, undefined);
});

Deno.test("a project that has moved is told so, and keeps its id when it is added where it is now", async () => {
  await using project = await makeMain("return 1;");
  const desktop = new TempDesktop(project);
  const id = await desktop.add(project.dir);
  const moved = join(project.root, "moved");
  await Deno.rename(project.dir, moved);
  {
    await using server = desktop.launch(id);
    assertStringIncludes((await server.initialize()).error?.message ?? "", "is gone or has moved");
  }
  assertStringIncludes((await desktop.run("list")).stdout, "moved");
  assertEquals(await desktop.add(moved), id);
  await using server = desktop.launch(id);
  assertEquals((await server.initialize()).result.serverInfo.title, "test-project");
});

Deno.test("a project with another id is told so", async () => {
  await using project = await makeMain("return 1;");
  const desktop = new TempDesktop(project);
  const id = await desktop.add(project.dir);
  const path = join(project.dir, "package.json");
  const other = "22222222-2222-4222-8222-222222222222";
  await Deno.writeTextFile(path, JSON.stringify({ ...JSON.parse(await Deno.readTextFile(path)), id: other }));
  await using server = desktop.launch(id);
  const { error } = await server.initialize();
  assertStringIncludes(error?.message ?? "", `has the id ${other} now`);
  assertStringIncludes((await desktop.run("list")).stdout, "other id");
  await server.closeInput();
  assertEquals((await server.status).code, 1);
});

Deno.test("starting and asking who is there makes nothing", async () => {
  await using project = await makeMain("return 1;");
  const desktop = new TempDesktop(project);
  const id = await desktop.add(project.dir);
  const before = listFiles(project.root);
  await using server = desktop.launch(id);
  await new Promise((resolve) => setTimeout(resolve, 500));
  assertEquals(listFiles(project.root), before);
  await server.initialize();
});

Deno.test("what the registry grants reaches the runs, and what it does not refuses them by name", async () => {
  await using project = await makeMain("return ctx.env;");
  const path = join(project.dir, "package.json");
  const manifest = JSON.parse(await Deno.readTextFile(path));
  await Deno.writeTextFile(
    path,
    JSON.stringify({ ...manifest, workflow: { inheritEnvironment: ["BILLING_TOKEN"] } }),
  );
  const desktop = new TempDesktop(project);
  const { stdout } = await desktop.run("add", project.dir);
  assertStringIncludes(stdout, "the environment variable BILLING_TOKEN: not granted");
  const id = await desktop.add(project.dir);
  const definition = await desktop.definition(id);
  const env = { BILLING_TOKEN: "very-secret-value" };
  {
    await using client = await desktop.connect(definition, { env });
    const error = await client.call("main").catch((error) => error);
    assertStringIncludes(
      String(error),
      `run workflow-code desktop add ${project.dir} --allow-inherit-env BILLING_TOKEN`,
    );
  }
  await desktop.run("add", project.dir, "--allow-inherit-env", "BILLING_TOKEN");
  await using client = await desktop.connect(definition, { env });
  const result = await client.call("main");
  assertEquals(result.structuredContent.output, env);
  const run = await desktop.until("it has ended", ({ status }) => status === "success");
  assertEquals(run.report?.result.data.output, { BILLING_TOKEN: "***" });
  const { stdout: definitionText } = await desktop.run("definition", id);
  assert(!definitionText.includes("BILLING_TOKEN") && !definitionText.includes(project.root + "/project"));
});

Deno.test("MCP servers that the registry grants are there for runs, and what is asked is told before", async () => {
  await using project = await makeMcpProject({ calls: {} }, {
    main: 'return (await ctx.mcp("calls").callTool("echo", { a: 1 })).content[0].text;',
  });
  const desktop = new TempDesktop(project);
  const before = await desktop.run("add", project.dir);
  assertStringIncludes(before.stdout, "the MCP server calls: not granted");
  const id = await desktop.add(project.dir, ...project.options);
  const after = await desktop.run("add", project.dir);
  assertStringIncludes(after.stdout, "the MCP server calls: granted");
  await using client = await desktop.connect(await desktop.definition(id));
  assertEquals((await client.call("main")).structuredContent.output, '{"a":1}');
});

Deno.test("a run gets nothing of Desktop's own data, as a file neither", async () => {
  await using project = await makeMain("return await values.file.text();", {
    params: '{ file: { type: "file", required: true } }',
  });
  const desktop = new TempDesktop(project);
  const id = await desktop.add(project.dir);
  await using client = await desktop.connect(await desktop.definition(id));
  const file = join(desktop.userDataDir, "desktop.sqlite");
  const { structuredContent } = await client.call("main", { file });
  assertEquals([structuredContent.status, structuredContent.error.code], ["failed", "file_rejected"]);
});

Deno.test("an id leads to a Desktop with a folder of its own, or a profile", async () => {
  await using project = await makeMain("return 1;");
  const desktop = new TempDesktop(project);
  const userDataDir = join(project.root, "elsewhere");
  const id = await desktop.add(project.dir, "--user-data-dir", userDataDir);
  const inProfile = await desktop.add(project.dir, "--profile", "work");
  assert(id !== inProfile);
  for (const [one, dir] of [[id, userDataDir], [inProfile, `${desktop.userDataDir}-work`]] as const) {
    {
      await using client = await desktop.connect({
        ...await desktop.definition(one, ...toArgs(one, id, userDataDir)),
      });
      await client.call("main");
    }
    assertEquals(desktop.runs(dir).map(({ status }) => status), ["success"]);
    assert(listFiles(dir).some((path) => path.includes("/data/journal.sqlite")));
  }
});

function toArgs(one: string, id: string, userDataDir: string): string[] {
  return one === id ? ["--user-data-dir", userDataDir] : ["--profile", "work"];
}

function listFiles(dir: string): string[] {
  return [...Deno.readDirSync(dir)].flatMap((entry) => {
    const path = join(dir, entry.name);
    return entry.isDirectory ? [path, ...listFiles(path)] : [path];
  }).sort();
}
