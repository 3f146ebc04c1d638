import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { WorkflowError } from "../../../src/errors.ts";
import { checkLinks } from "../../../src/project/links.ts";
import { readTree } from "../../../src/project/tree.ts";
import { makeProject, type TempProject } from "./temp_project.ts";

async function check({ dir }: TempProject, read: string[] = []): Promise<void> {
  await checkLinks((await readTree(dir)).links, { dir, read });
}

Deno.test("checkLinks() refuses a link that leads out of the project, by its name", async () => {
  await using project = await makeProject({ "../secret/a.txt": "" });
  const secret = join(project.dir, "..", "secret");
  await Deno.symlink(secret, join(project.dir, "data"), { type: "dir" });
  const error = await assertRejects(() => check(project), WorkflowError);
  assertEquals(error.code, "invalid_project");
  assertStringIncludes(
    error.message,
    `${join(project.dir, "data")}: a link that leads out of the project, to ${secret}`,
  );
});

Deno.test("checkLinks() refuses a relative link that climbs out", async () => {
  await using project = await makeProject({ "../secret.txt": "", "sub/x.txt": "" });
  await Deno.symlink("../../secret.txt", join(project.dir, "sub", "link.txt"));
  await assertRejects(() => check(project), WorkflowError, "leads out of the project");
});

Deno.test("checkLinks() refuses a link to a place outside where nothing is yet", async () => {
  await using project = await makeProject();
  await Deno.symlink(join(project.dir, "..", "later.txt"), join(project.dir, "link.txt"));
  await assertRejects(() => check(project), WorkflowError, "later.txt");
});

Deno.test("checkLinks() refuses a link that gets out by way of another link", async () => {
  await using project = await makeProject({ "../secret.txt": "" });
  await Deno.symlink(join(project.dir, "..", "secret.txt"), join(project.dir, "b.txt"));
  await Deno.symlink("b.txt", join(project.dir, "a.txt"));
  const error = await assertRejects(() => check(project), WorkflowError);
  assertEquals(error.faults.map(({ path }) => path), [
    join(project.dir, "a.txt"),
    join(project.dir, "b.txt"),
  ]);
});

Deno.test("checkLinks() accepts links inside the project, broken ones and circles", async () => {
  await using project = await makeProject({ "real/x.txt": "" });
  await Deno.symlink("real", join(project.dir, "alias"), { type: "dir" });
  await Deno.symlink("absent", join(project.dir, "broken"));
  await Deno.symlink("circle", join(project.dir, "circle"));
  await check(project);
});

Deno.test("checkLinks() accepts a link into what the project may read anyway", async () => {
  await using project = await makeProject({ "../data/deep/a.txt": "" });
  await Deno.symlink(join(project.dir, "..", "data", "deep"), join(project.dir, "data"), { type: "dir" });
  await check(project, [join(project.dir, "..", "data")]);
});

Deno.test("checkLinks() leaves the links inside node_modules alone, where pnpm and workspaces need them", async () => {
  await using project = await makeProject({ "../store/pkg/index.js": "", "node_modules/x/index.js": "" });
  await Deno.symlink(join(project.dir, "..", "store", "pkg"), join(project.dir, "node_modules", "pkg"), {
    type: "dir",
  });
  await check(project);
});

Deno.test("checkLinks() refuses a node_modules that is itself a link out", async () => {
  await using project = await makeProject({ "../store/pkg/index.js": "" });
  await Deno.symlink(join(project.dir, "..", "store"), join(project.dir, "node_modules"), { type: "dir" });
  await assertRejects(() => check(project), WorkflowError, "node_modules");
});
