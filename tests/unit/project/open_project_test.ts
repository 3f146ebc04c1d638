import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { WorkflowError } from "../../../src/errors.ts";
import { readManifest } from "../../../src/project/manifest.ts";
import { openProject } from "../../../src/project/open_project.ts";
import { makeProject, manifestWith } from "./temp_project.ts";

Deno.test("openProject() opens a project from any path to it and writes nothing", async () => {
  await using project = await makeProject({ ".env": "A=1\nWORKFLOW_SERVER_URL=https://a.example\n" });
  const link = `${project.dir}-link`;
  await Deno.symlink(project.dir, link, { type: "dir" });
  const opened = await openProject(link, { env: {}, cacheDir: project.cacheDir });
  assertEquals(opened.dir, project.dir);
  assertEquals(opened.grants.env, { A: "1" });
  assertEquals(opened.server, { WORKFLOW_SERVER_URL: "https://a.example" });
  await assertRejects(() => Deno.stat(project.cacheDir), Deno.errors.NotFound);
});

Deno.test("openProject() takes a manifest that was read before and does not read it again", async () => {
  await using project = await makeProject();
  const manifest = await readManifest(project.dir);
  await Deno.remove(join(project.dir, "package.json"));
  const opened = await openProject(project.dir, { manifest, env: {}, cacheDir: project.cacheDir });
  assert(opened.manifest === manifest);
});

Deno.test("openProject() refuses what is asked and not granted", async () => {
  await using project = await makeProject({
    "package.json": manifestWith({ workflow: { inheritEnvironment: ["TOKEN"] } }),
  });
  const error = await assertRejects(
    () => openProject(project.dir, { env: { TOKEN: "x" }, cacheDir: project.cacheDir }),
    WorkflowError,
  );
  assertStringIncludes(error.message, "--allow-inherit-env TOKEN");
});

Deno.test("openProject() refuses a link that leads out, unless it leads to what is granted", async () => {
  await using project = await makeProject({
    "package.json": manifestWith({ workflow: { permissions: { read: ["../data"] } } }),
    "../data/a.txt": "",
    "../secret/b.txt": "",
  });
  const data = join(project.dir, "..", "data");
  const options = { env: {}, cacheDir: project.cacheDir, allowRead: [data] };
  await Deno.symlink(data, join(project.dir, "data"), { type: "dir" });
  assertEquals((await openProject(project.dir, options)).grants.read, [data]);
  await Deno.symlink(join(project.dir, "..", "secret"), join(project.dir, "secret"), { type: "dir" });
  await assertRejects(() => openProject(project.dir, options), WorkflowError, "leads out of the project");
});

Deno.test("openProject().bundle() keeps to one bundle, however often it is asked for", async () => {
  await using project = await makeProject();
  const opened = await openProject(project.dir, { env: {}, cacheDir: project.cacheDir });
  const [first, second] = await Promise.all([opened.bundle(), opened.bundle()]);
  await project.write({ "workflow.ts": "export default 2;\n" });
  assertEquals((await opened.bundle()).id, first.id);
  assertEquals(second.id, first.id);
});

Deno.test("openProject().bundle() tries again after a failure", async () => {
  await using project = await makeProject({ "workflow.ts": "export default (;\n" });
  const opened = await openProject(project.dir, { env: {}, cacheDir: project.cacheDir });
  await assertRejects(() => opened.bundle(), WorkflowError);
  await project.write({ "workflow.ts": "export default 2;\n" });
  await opened.bundle();
});
