import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { WorkflowError } from "../../../src/errors.ts";
import { readTree } from "../../../src/project/tree.ts";
import { makeProject } from "./temp_project.ts";

Deno.test("readTree() lists files and links at every depth, sorted", async () => {
  await using project = await makeProject({ "b/c/d.ts": "", "a.ts": "" });
  await Deno.symlink("../a.ts", join(project.dir, "b", "link.ts"));
  assertEquals(await readTree(project.dir), {
    files: ["a.ts", "b/c/d.ts", "package.json", "workflow.ts"].map((path) => join(project.dir, path)),
    links: [join(project.dir, "b", "link.ts")],
  });
});

Deno.test("readTree() looks into neither node_modules nor .git, at any depth", async () => {
  await using project = await makeProject({
    "node_modules/a/x.js": "",
    "sub/node_modules/b.js": "",
    ".git/HEAD": "",
  });
  assertEquals((await readTree(project.dir)).files.length, 2);
});

Deno.test("readTree() does not follow links", async () => {
  await using project = await makeProject({ "../outside/a.ts": "" });
  await Deno.symlink(join(project.dir, "..", "outside"), join(project.dir, "link"), { type: "dir" });
  assertEquals((await readTree(project.dir)).links, [join(project.dir, "link")]);
});

Deno.test("readTree() gives up on a folder with too many entries and says what to do", async () => {
  await using project = await makeProject({ "a.ts": "", "b.ts": "" });
  const error = await assertRejects(() => readTree(project.dir, 3), WorkflowError);
  assertEquals(error.code, "invalid_project");
  assertStringIncludes(error.message, "more than 3 files outside node_modules; move data out of it");
});
