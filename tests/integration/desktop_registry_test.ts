import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { TempDesktop } from "./harness/desktop.ts";
import { makeMain } from "./harness/temp_project.ts";

/** Makes a second project beside the first one, which relates to it. */
async function makeRelated(root: string, dir: string, back: Record<string, unknown>): Promise<string> {
  const other = join(root, "other");
  const otherId = "22222222-2222-4222-8222-222222222222";
  await Deno.mkdir(other);
  const path = join(dir, "package.json");
  const manifest = JSON.parse(await Deno.readTextFile(path));
  await Deno.writeTextFile(
    path,
    JSON.stringify({ ...manifest, workflow: { related: { billing: { id: otherId } } } }),
  );
  const related = { ...manifest, id: otherId, name: "billing", workflow: { related: back } };
  await Deno.writeTextFile(join(other, "package.json"), JSON.stringify(related));
  await Deno.copyFile(join(dir, "workflow.ts"), join(other, "workflow.ts"));
  return other;
}

Deno.test("`desktop list` shows projects with ids and states, as a table and as JSON", async () => {
  await using project = await makeMain("return 1;");
  const desktop = new TempDesktop(project);
  const empty = await desktop.run("list");
  assertEquals([empty.code, empty.stdout], [0, ""]);
  assertStringIncludes(empty.stderr, "workflow-code desktop add <workflow-dir>");
  const id = await desktop.add(project.dir);
  assertEquals((await desktop.run("list")).stdout.split("\n").map((line) => line.split(/ +/).slice(0, 3)), [
    ["ID", "STATE", "NAME"],
    [id, "ready", "test-project"],
    [""],
  ]);
  const { projects } = JSON.parse((await desktop.run("list", "--json")).stdout);
  assertEquals(projects.map((one: Record<string, unknown>) => [one.id, one.state, one.dir, one.relations]), [
    [id, "ready", project.dir, {}],
  ]);
  await Deno.writeTextFile(join(project.dir, "package.json"), "{");
  assertStringIncludes((await desktop.run("list")).stdout, "broken");
});

Deno.test("`desktop add` shows what the manifest asks for, grants what the options say and says how to grant the rest", async () => {
  await using project = await makeMain("return 1;");
  const path = join(project.dir, "package.json");
  const manifest = JSON.parse(await Deno.readTextFile(path));
  const workflow = { inheritEnvironment: ["A_TOKEN", "B_TOKEN"], permissions: { net: ["example.com"] } };
  await Deno.writeTextFile(path, JSON.stringify({ ...manifest, workflow }));
  const desktop = new TempDesktop(project);
  const { code, stdout } = await desktop.run("add", project.dir, "--allow-inherit-env", "A_TOKEN");
  assertEquals(code, 0);
  assertStringIncludes(stdout, "the environment variable A_TOKEN: granted");
  assertStringIncludes(stdout, "the environment variable B_TOKEN: not granted");
  assertStringIncludes(stdout, "to reach example.com: granted");
  assertStringIncludes(stdout, `workflow-code desktop add ${project.dir} --allow-inherit-env B_TOKEN`);
  const again = await desktop.run("add", project.dir, "--allow-inherit-env", "B_TOKEN");
  assert(!again.stdout.includes("not granted"));
});

Deno.test("`desktop relate` binds what both manifests have, and says what is missing where", async () => {
  await using project = await makeMain("return 1;");
  const desktop = new TempDesktop(project);
  const other = await makeRelated(project.root, project.dir, {});
  const [id, otherId] = [await desktop.add(project.dir), await desktop.add(other)];
  const refused = await desktop.run("relate", id, `billing=${otherId}`);
  assertEquals(refused.code, 2);
  assertStringIncludes(refused.stderr, "the manifest of billing has no relation back");
  await Deno.remove(other, { recursive: true });
  await makeRelated(project.root, project.dir, { home: { id: "11111111-1111-4111-8111-111111111111" } });
  assertEquals((await desktop.run("relate", id, `billing=${otherId}`)).code, 0);
  const { projects } = JSON.parse((await desktop.run("list", "--json")).stdout);
  assertEquals(projects.map((one: { relations: unknown }) => one.relations), [{}, { billing: otherId }]);
  assertEquals((await desktop.run("unrelate", id, "billing")).code, 0);
  assertStringIncludes((await desktop.run("unrelate", id, "billing")).stderr, "it has none");
});

Deno.test("`desktop definition` writes what each client reads, and nothing else", async () => {
  await using project = await makeMain("return 1;");
  const desktop = new TempDesktop(project);
  const id = await desktop.add(project.dir);
  const { stdout } = await desktop.run("definition", id);
  const name = "workflow-11111111-1111-4111-8111-111111111111";
  const { mcpServers: { [name]: definition, ...others } } = JSON.parse(stdout);
  assertEquals([Object.keys(definition), definition.args, others], [
    ["command", "args"],
    ["--workflow-mcp", id],
    {},
  ]);
  const toml = (await desktop.run("definition", id, "--client", "codex")).stdout;
  assertStringIncludes(toml, `[mcp_servers.${name}]`);
  assertStringIncludes((await desktop.run("definition", id, "--client", "vscode")).stdout, '"servers"');
  assertEquals((await desktop.run("definition", "nope")).code, 2);
});

Deno.test("a relation of the registry is there for runs of the launcher", async () => {
  await using project = await makeMain('return { billed: await ctx.related("billing").run("main", {}) };');
  const desktop = new TempDesktop(project);
  const other = await makeRelated(project.root, project.dir, {
    home: { id: "11111111-1111-4111-8111-111111111111" },
  });
  const source = await Deno.readTextFile(join(other, "workflow.ts"));
  await Deno.writeTextFile(join(other, "workflow.ts"), source.replace(/return \{ billed.*;/, "return 42;"));
  const [id, otherId] = [await desktop.add(project.dir), await desktop.add(other)];
  const { stdout } = await desktop.run("add", project.dir);
  assertStringIncludes(stdout, `\n  workflow-code desktop relate ${id} billing=${otherId}\n`);
  await desktop.run("relate", id, `billing=${otherId}`);
  assertEquals((await desktop.run("add", project.dir)).stdout.includes("desktop relate"), false);
  await using client = await desktop.connect(await desktop.definition(id));
  assertEquals((await client.call("main")).structuredContent.output, { billed: 42 });
  const runs = desktop.runs();
  assertEquals(runs.map(({ desktopProjectId }) => desktopProjectId), [id]);
});
