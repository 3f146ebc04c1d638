import { assert, assertEquals, assertRejects } from "@std/assert";
import { join } from "@std/path";
import { readProjectState } from "../../../../src/desktop/data/project_state.ts";
import { Registry } from "../../../../src/desktop/data/registry.ts";
import { readAskedGrants } from "../../../../src/desktop/data/asked_grants.ts";
import { WorkflowError } from "../../../../src/errors.ts";

const NOTHING = { allowInheritEnv: [], allowRead: [] };

/** A home with a registry in it, and a way to make projects. */
function tempHome() {
  const root = Deno.realPathSync(Deno.makeTempDirSync());
  const place = { env: {}, platform: Deno.build.os, home: join(root, "home") };
  return {
    root,
    open: (profile?: string) => Registry.open({ profile }, place),
    make: (name: string, manifest: Record<string, unknown> = {}) => {
      const dir = join(root, name);
      Deno.mkdirSync(dir);
      const id = crypto.randomUUID();
      Deno.writeTextFileSync(
        join(dir, "package.json"),
        JSON.stringify({ id, name, projectType: "workflow", ...manifest }),
      );
      Deno.writeTextFileSync(join(dir, "workflow.ts"), "");
      return dir;
    },
    [Symbol.dispose]: () => Deno.removeSync(root, { recursive: true }),
  };
}

Deno.test("add() gives a short id, and the same one when it is added again, with what is granted besides", async () => {
  using home = tempHome();
  using registry = home.open();
  const dir = home.make("a");
  const { project, how } = await registry.add(dir, { ...NOTHING, allowInheritEnv: ["A"] });
  assert(/^[a-z2-9]{4}-[a-z2-9]{4}$/.test(project.id));
  const again = await registry.add(dir, { ...NOTHING, allowInheritEnv: ["B"] });
  assertEquals([how, again.how, again.project.id], ["added", "known", project.id]);
  assertEquals(registry.database.project(project.id)?.allowInheritEnv, ["A", "B"]);
});

Deno.test("add() refuses a folder that is no workflow project", async () => {
  using home = tempHome();
  using registry = home.open();
  const dir = home.make("a", { projectType: "kanban" });
  await assertRejects(() => registry.add(dir, NOTHING), WorkflowError, "kanban");
  assertEquals(registry.database.projects(), []);
});

Deno.test("add() takes a folder with the id of one that is gone for the same project, moved", async () => {
  using home = tempHome();
  using registry = home.open();
  const dir = home.make("a");
  const { project } = await registry.add(dir, NOTHING);
  Deno.renameSync(dir, join(home.root, "b"));
  assertEquals((await readProjectState(project)).state, "moved");
  const { project: moved, how } = await registry.add(join(home.root, "b"), NOTHING);
  assertEquals([how, moved.id, moved.dir], ["moved", project.id, join(home.root, "b")]);
});

Deno.test("add() refuses a copy that has the id of a project that is there", async () => {
  using home = tempHome();
  using registry = home.open();
  const id = crypto.randomUUID();
  await registry.add(home.make("a", { id }), NOTHING);
  await assertRejects(() => registry.add(home.make("b", { id }), NOTHING), WorkflowError, "has the same id");
});

Deno.test("a project whose id was changed is noticed, and add() says what to do", async () => {
  using home = tempHome();
  using registry = home.open();
  const dir = home.make("a");
  const { project } = await registry.add(dir, NOTHING);
  const manifest = JSON.parse(Deno.readTextFileSync(join(dir, "package.json")));
  Deno.writeTextFileSync(join(dir, "package.json"), JSON.stringify({ ...manifest, id: crypto.randomUUID() }));
  assertEquals((await readProjectState(project)).state, "changed_id");
  await assertRejects(() => registry.add(dir, NOTHING), WorkflowError, `desktop remove ${project.id}`);
});

Deno.test("remove() keeps the id for the project's return", async () => {
  using home = tempHome();
  using registry = home.open();
  const dir = home.make("a");
  const { project } = await registry.add(dir, NOTHING);
  await registry.remove(project);
  await assertRejects(() => registry.find(project.id), WorkflowError, "There is no project");
  assertEquals((await registry.add(dir, NOTHING)).project.id, project.id);
});

Deno.test("two Desktops have ids of their own for the same project", async () => {
  using home = tempHome();
  using one = home.open();
  using other = home.open("work");
  const dir = home.make("a");
  const ids = [await one.add(dir, NOTHING), await other.add(dir, NOTHING)].map(({ project }) => project.id);
  assertEquals(new Set(ids).size, 2);
});

Deno.test("find() takes an id or a folder", async () => {
  using home = tempHome();
  using registry = home.open();
  const dir = home.make("a");
  const { project } = await registry.add(dir, NOTHING);
  assertEquals((await registry.find(dir)).id, project.id);
  assertEquals((await registry.find(project.id)).dir, dir);
});

Deno.test("readAskedGrants() lists what a manifest asks for, and which option would grant what is missing", async () => {
  using home = tempHome();
  using registry = home.open();
  const outside = join(home.root, "rules");
  Deno.mkdirSync(outside);
  const dir = home.make("a", {
    workflow: {
      inheritEnvironment: ["A", "B"],
      permissions: { read: [".", outside], net: ["example.com:443"] },
      mcpServers: ["files"],
    },
  });
  const { manifest, project } = await registry.add(dir, { allowInheritEnv: ["A"], allowRead: [] });
  const asked = await readAskedGrants(manifest, project);
  assertEquals(asked.map(({ name, isGranted, option }) => [name, isGranted, option?.[0]]), [
    ["A", true, undefined],
    ["B", false, "--allow-inherit-env"],
    [".", true, undefined],
    [outside, false, "--allow-read"],
    ["files", false, "--mcp-servers"],
    ["example.com:443", true, undefined],
  ]);
});
