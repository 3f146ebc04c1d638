import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { join } from "@std/path";
import { readManifest } from "../../../../src/project/manifest.ts";
import { readTree } from "../../../../src/project/tree.ts";
import { bundleProject } from "../../../../src/project/bundle/bundle_project.ts";
import { findCachedBundle } from "../../../../src/project/bundle/find_cached_bundle.ts";
import { makeProject, manifestWith, npmPackage, type TempProject } from "../temp_project.ts";

const FILES = {
  "workflow.ts": 'import { a } from "./lib/a";\nimport own from "own";\nexport default [a, own];\n',
  "lib/a.js": "export const a = 1;\n",
  "README.md": "# About",
  "package-lock.json": "{}",
  "tsconfig.json": '{ "extends": "./tsconfig.base" }',
  "tsconfig.base.json": "{}",
  ...npmPackage("own", { "index.js": 'module.exports = require("dep");' }),
  ...npmPackage("dep", { "index.js": "module.exports = 1;" }),
};

async function bundle({ dir, cacheDir }: TempProject): Promise<{ id: string; path: string }> {
  return await bundleProject({ manifest: await readManifest(dir), tree: await readTree(dir) }, { cacheDir });
}

async function find({ dir, cacheDir }: TempProject): Promise<string | undefined> {
  const found = await findCachedBundle({ manifest: await readManifest(dir), tree: await readTree(dir) }, {
    cacheDir,
  });
  return found?.id;
}

/** The bundled project, changed in a way. */
async function idsAfter(
  change: (project: TempProject) => Promise<unknown>,
  files: Record<string, string> = FILES,
): Promise<{ before: string; found: string | undefined }> {
  await using project = await makeProject(files);
  const before = (await bundle(project)).id;
  await change(project);
  return { before, found: await find(project) };
}

Deno.test("findCachedBundle() finds nothing, and writes nothing, before there is a bundle", async () => {
  await using project = await makeProject(FILES);
  assertEquals(await find(project), undefined);
  assertEquals(await Deno.stat(project.cacheDir).catch(() => "absent"), "absent");
});

Deno.test("findCachedBundle() finds the whole bundle of unchanged sources", async () => {
  await using project = await makeProject(FILES);
  const made = await bundle(project);
  const { dir, cacheDir } = project;
  const source = { manifest: await readManifest(dir), tree: await readTree(dir) };
  assertEquals(await findCachedBundle(source, { cacheDir }), made);
});

for (
  const [what, change] of [
    ["whose times were touched", ({ dir }: TempProject) => Deno.utime(join(dir, "workflow.ts"), 1, 1)],
    ["to which a picture was added", ({ write }: TempProject) => write({ "lib/picture.png": "x" })],
    ["whose README changed", ({ write }: TempProject) => write({ "README.md": "# Other" })],
    [
      "with a change in a package that it does not use",
      ({ write }: TempProject) => write(npmPackage("unused", { "index.js": "" })),
    ],
  ] as const
) {
  Deno.test(`findCachedBundle() finds the bundle of a project ${what}`, async () => {
    const { before, found } = await idsAfter(change);
    assertEquals(found, before);
  });
}

for (
  const [what, change] of [
    ["a changed source", ({ write }: TempProject) => write({ "lib/a.js": "export const a = 2;\n" })],
    ["a source of the same length and time", async ({ dir, write }: TempProject) => {
      const path = join(dir, "lib", "a.js");
      const { mtime, atime } = await Deno.stat(path);
      await write({ "lib/a.js": "export const a = 3;\n" });
      await Deno.utime(path, atime ?? 0, mtime ?? 0);
    }],
    ["a deleted source", ({ dir }: TempProject) => Deno.remove(join(dir, "lib", "a.js"))],
    [
      "a new file that is found before another",
      ({ write }: TempProject) => write({ "lib/a.ts": "export const a = 4;" }),
    ],
    [
      "a changed package",
      ({ write }: TempProject) => write({ "node_modules/dep/index.js": "module.exports = 2;" }),
    ],
    [
      "a changed package.json of a package",
      ({ write }: TempProject) => write(npmPackage("dep", {}, { main: "other.js" })),
    ],
    [
      "a new package that is found before another",
      ({ write }: TempProject) => write({ "node_modules/own/node_modules/dep/index.js": "" }),
    ],
    [
      "a new package.json between a file and its package",
      ({ write }: TempProject) => write({ "lib/package.json": '{"sideEffects": false}' }),
    ],
    [
      "a removed package",
      ({ dir }: TempProject) => Deno.remove(join(dir, "node_modules", "dep"), { recursive: true }),
    ],
    [
      "a changed manifest",
      ({ write }: TempProject) => write({ "package.json": manifestWith({ type: "commonjs" }) }),
    ],
    ["a changed tsconfig", ({ write }: TempProject) => write({ "tsconfig.json": "{}" })],
    [
      "a changed base of its tsconfig",
      ({ write }: TempProject) => write({ "tsconfig.base.json": '{"compilerOptions": {}}' }),
    ],
    [
      "a changed lock file",
      ({ write }: TempProject) => write({ "package-lock.json": '{"lockfileVersion": 3}' }),
    ],
    ["a new lock file", ({ write }: TempProject) => write({ "pnpm-lock.yaml": "" })],
  ] as const
) {
  Deno.test(`findCachedBundle() finds nothing after ${what}`, async () => {
    assertEquals((await idsAfter(change)).found, undefined);
  });
}

Deno.test("findCachedBundle() finds nothing once a package names another entry above the package.json of its folder", async () => {
  const parts = {
    "lib/package.json": '{"type": "commonjs"}',
    "lib/one.js": "module.exports = 1;",
    "lib/two.js": "module.exports = 2;",
  };
  const files = {
    "workflow.ts": 'import own from "own";\nexport default own;\n',
    ...npmPackage("own", parts, { main: "lib/one.js" }),
  };
  const { found } = await idsAfter(
    ({ write }) => write(npmPackage("own", {}, { main: "lib/two.js" })),
    files,
  );
  assertEquals(found, undefined);
});

Deno.test("findCachedBundle() finds nothing once a package is installed that one had tried for", async () => {
  const files = {
    "workflow.ts": 'import own from "own";\nexport default own;\n',
    ...npmPackage("own", { "index.js": "try { require('optional') } catch {}" }),
  };
  const { found } = await idsAfter(({ write }) => write(npmPackage("optional", { "index.js": "" })), files);
  assertEquals(found, undefined);
});

Deno.test("findCachedBundle() finds nothing once a file is added that a pattern in an import takes in", async () => {
  const files = {
    "workflow.ts": "const name = 'a' as string;\nexport default await import(`./steps/${name}.ts`);\n",
    "steps/a.ts": "export default 1;\n",
  };
  const { found } = await idsAfter(({ write }) => write({ "steps/b.ts": "export default 2;\n" }), files);
  assertEquals(found, undefined);
});

Deno.test("findCachedBundle() finds nothing once a package's link leads elsewhere", async () => {
  await using project = await makeProject({
    "workflow.ts": 'import ui from "ui";\nexport default ui;\n',
    "../one/ui/index.js": "module.exports = 1;",
    "../two/ui/index.js": "module.exports = 1;",
    "node_modules/.keep": "",
  });
  const link = join(project.dir, "node_modules", "ui");
  await Deno.symlink(join(project.dir, "..", "one", "ui"), link, { type: "dir" });
  const { id } = await bundle(project);
  assertEquals(await find(project), id);
  await Deno.remove(link);
  await Deno.symlink(join(project.dir, "..", "two", "ui"), link, { type: "dir" });
  assertEquals(await find(project), undefined);
});

Deno.test("findCachedBundle() finds nothing once a file is added to a workspace package that is found before another", async () => {
  await using project = await makeProject({
    "workflow.ts": 'import ui from "ui";\nexport default ui;\n',
    "../packages/ui/index.js": 'module.exports = require("./part");',
    "../packages/ui/part.js": "module.exports = 1;",
    "node_modules/.keep": "",
  });
  const link = join(project.dir, "node_modules", "ui");
  await Deno.symlink(join(project.dir, "..", "packages", "ui"), link, { type: "dir" });
  await bundle(project);
  await project.write({ "../packages/ui/part.ts": "export = 2;" });
  assertEquals(await find(project), undefined);
});

Deno.test("bundleProject() finds the first bundle again when a change is taken back", async () => {
  await using project = await makeProject(FILES);
  const first = await bundle(project);
  await project.write({ "lib/a.js": "export const a = 2;\n" });
  const second = await bundle(project);
  assertNotEquals(second.id, first.id);
  await project.write({ "lib/a.js": FILES["lib/a.js"] });
  assertEquals((await bundle(project)).id, first.id);
});

Deno.test("bundleProject() keeps the bundle of an earlier state, which a run may still need", async () => {
  await using project = await makeProject(FILES);
  const first = await bundle(project);
  await project.write({ "lib/a.js": "export const a = 2;\n" });
  await bundle(project);
  assert((await Deno.stat(first.path)).isFile);
});

for (
  const [what, damage] of [
    ["cut off", (path: string) => Deno.truncate(path, 100)],
    ["changed", async (path: string) => await Deno.writeTextFile(path, "// more", { append: true })],
    ["removed", (path: string) => Deno.remove(path)],
  ] as const
) {
  Deno.test(`bundleProject() bundles again when the bundle was ${what}`, async () => {
    await using project = await makeProject(FILES);
    const first = await bundle(project);
    const text = await Deno.readTextFile(first.path);
    await damage(first.path);
    assertEquals(await find(project), undefined);
    assertEquals(await bundle(project), { ...first });
    assertEquals(await Deno.readTextFile(first.path), text);
    assertEquals(await find(project), first.id);
  });
}

for (const [what, text] of [["no JSON", "{"], ["another shape", '{"id": 1}'], ["empty", ""]] as const) {
  Deno.test(`bundleProject() bundles again when the index is ${what}`, async () => {
    await using project = await makeProject(FILES);
    const first = await bundle(project);
    const indexDir = join(project.cacheDir, "bundles", "index");
    for await (const { name } of Deno.readDir(indexDir)) await Deno.writeTextFile(join(indexDir, name), text);
    assertEquals(await find(project), undefined);
    assertEquals((await bundle(project)).id, first.id);
    assertEquals(await find(project), first.id);
  });
}

Deno.test("bundleProject() may bundle the same project several times at once", async () => {
  await using project = await makeProject(FILES);
  const bundles = await Promise.all([bundle(project), bundle(project), bundle(project)]);
  assertEquals(new Set(bundles.map(({ id }) => id)).size, 1);
  const names = (await Array.fromAsync(Deno.readDir(join(project.cacheDir, "bundles")))).map(({ name }) =>
    name
  );
  assertEquals(names.sort(), [bundles[0]?.id, "index"]);
});

Deno.test("bundleProject() keeps what it writes to the person who starts it", async () => {
  if (Deno.build.os === "windows") return;
  await using project = await makeProject(FILES);
  const { path } = await bundle(project);
  const modes = [project.cacheDir, path].map((path) => (Deno.statSync(path).mode ?? 0) & 0o777);
  assertEquals(modes, [0o700, 0o600]);
});
