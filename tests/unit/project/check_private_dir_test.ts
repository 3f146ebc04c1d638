import { assertRejects } from "@std/assert";
import { join } from "@std/path";
import { WorkflowError } from "../../../src/errors.ts";
import { checkPrivateDir } from "../../../src/project/check_private_dir.ts";

const root = await Deno.realPath(await Deno.makeTempDir());
addEventListener("unload", () => Deno.removeSync(root, { recursive: true }));
const project = { dir: join(root, "project"), read: [join(root, "shared")] };
for (const dir of [project.dir, ...project.read, join(root, "project-data")]) await Deno.mkdir(dir);
await Deno.symlink(project.dir, join(root, "link"));

Deno.test("checkPrivateDir() lets data lie beside the project, also in a folder that is still to be made", async () => {
  await checkPrivateDir(join(root, "project-data"), project);
  await checkPrivateDir(join(root, "new", "folder"), project);
});

for (const path of ["project", "project/data/cache", "shared/data", "link/data"]) {
  Deno.test(`checkPrivateDir() refuses data where runs could read it: ${path}`, async () => {
    const refused = () => checkPrivateDir(join(root, path), project);
    await assertRejects(refused, WorkflowError, "keep it in another folder");
  });
}
