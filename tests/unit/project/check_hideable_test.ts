import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { WorkflowError } from "../../../src/errors.ts";
import { checkHideable } from "../../../src/project/check_hideable.ts";
import { makeProject } from "./temp_project.ts";

const FILES = { ".env": "WORKFLOW_SERVER_ADMIN_KEY=k\n", "sub/a.txt": "", "node_modules/x/index.js": "" };

Deno.test("checkHideable() has nothing against links to other files, nor against any at the top, which are left out", async () => {
  await using project = await makeProject(FILES);
  await Deno.symlink("a.txt", join(project.dir, "sub", "b.txt"));
  await Deno.symlink(".env", join(project.dir, "top"));
  await Deno.symlink(".", join(project.dir, "self"), { type: "dir" });
  await Deno.symlink("nothing", join(project.dir, "sub", "dangling"));
  await checkHideable(project.dir, []);
});

const WAYS: readonly [what: string, make: (dir: string) => Promise<void>, says: string][] = [
  [
    "a link to it in a folder",
    (dir) => Deno.symlink(join("..", ".env"), join(dir, "sub", "l.txt")),
    join("sub", "l.txt") + " is a link to ",
  ],
  [
    "a link to the project in node_modules",
    (dir) => Deno.symlink("..", join(dir, "node_modules", "self"), { type: "dir" }),
    join("node_modules", "self") + " is a link to ",
  ],
  [
    "a hard link",
    (dir) => Deno.link(join(dir, ".env"), join(dir, "sub", "hard")),
    ".env has another name, as a hard link",
  ],
  [
    "a file of another name",
    async (dir) => {
      await Deno.rename(join(dir, ".env"), join(dir, "sub", "real.env"));
      await Deno.symlink(join("sub", "real.env"), join(dir, ".env"));
    },
    ".env is a link, to ",
  ],
];

for (const [what, make, says] of WAYS) {
  Deno.test(`checkHideable() refuses a .env that runs could read through ${what}, and says what to do`, async () => {
    await using project = await makeProject(FILES);
    await make(project.dir);
    const { code, message } = await assertRejects(() => checkHideable(project.dir, []), WorkflowError);
    assertEquals(code, "invalid_project");
    assertStringIncludes(message, says);
    assertStringIncludes(message, "save it with `workflow-code auth login`");
  });
}

Deno.test("checkHideable() refuses a .env that runs may read by what else is granted", async () => {
  await using project = await makeProject(FILES);
  for (const granted of [project.dir, join(project.dir, ".env"), join(project.dir, "..")]) {
    await assertRejects(
      () => checkHideable(project.dir, [granted]),
      WorkflowError,
      `asks to read ${granted}`,
    );
  }
  await checkHideable(project.dir, [join(project.dir, "sub")]);
});
