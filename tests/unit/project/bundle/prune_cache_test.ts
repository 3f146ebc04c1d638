import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { bundleProject } from "../../../../src/project/bundle/bundle_project.ts";
import { findCachedBundle } from "../../../../src/project/bundle/find_cached_bundle.ts";
import { pruneCache } from "../../../../src/project/bundle/prune_cache.ts";
import { readManifest } from "../../../../src/project/manifest.ts";
import { readTree } from "../../../../src/project/tree.ts";
import { Remover } from "../../../../src/store/prune/remover.ts";
import { makeProject, type TempProject } from "../temp_project.ts";

const DAY = 24 * 60 * 60 * 1000;

async function source({ dir }: TempProject) {
  return { manifest: await readManifest(dir), tree: await readTree(dir) };
}

/** Prunes the cache of a project as it will be in some days. */
async function prune(
  { cacheDir }: TempProject,
  { days, inUse = () => [] }: { readonly days: number; readonly inUse?: () => readonly string[] },
): Promise<number> {
  const remover = new Remover(false);
  const now = Date.now() + days * DAY;
  await pruneCache(cacheDir, { inUse, now, olderThan: 30 * DAY, abandonedMs: DAY, remover });
  return remover.removed.count;
}

Deno.test("pruneCache() keeps the bundle of a project that is there and was bundled of late", async () => {
  await using project = await makeProject();
  const { id } = await bundleProject(await source(project), project);
  assertEquals(await prune(project, { days: 20 }), 0);
  assertEquals((await findCachedBundle(await source(project), project))?.id, id);
});

Deno.test("pruneCache() removes what was bundled long ago or of what is gone, and every older bundle", async () => {
  await using project = await makeProject();
  await bundleProject(await source(project), project);
  await project.write({ "workflow.ts": "export default 2;\n" });
  await bundleProject(await source(project), project);
  assertEquals(await prune(project, { days: 0.5 }), 0); // Younger than a day.
  assertEquals(await prune(project, { days: 2 }), 1);
  await Deno.rename(join(project.dir, "workflow.ts"), join(project.dir, "moved.ts"));
  assertEquals(await prune(project, { days: 2 }), 2); // The bundle and its place in the index.
  await Deno.rename(join(project.dir, "moved.ts"), join(project.dir, "workflow.ts"));
  await bundleProject(await source(project), project);
  assertEquals(await prune(project, { days: 31 }), 2);
});

Deno.test("pruneCache() keeps a bundle that a run needs, also one that begins meanwhile", async () => {
  await using project = await makeProject();
  const { id, path } = await bundleProject(await source(project), project);
  assertEquals(await prune(project, { days: 31, inUse: () => [id] }), 1); // Of the index.
  let asked = 0;
  assertEquals(await prune(project, { days: 31, inUse: () => asked++ === 0 ? [] : [id] }), 0);
  assertEquals([asked, (await Deno.stat(path)).isFile], [2, true]);
  assertEquals(await prune(project, { days: 31 }), 1);
});

Deno.test("pruneCache() removes what processes that were killed have left", async () => {
  await using project = await makeProject();
  const { cacheDir } = project;
  const uuid = crypto.randomUUID();
  const left = [`esbuild-0123abc.${uuid}`, `bundles/.${uuid}/bundle.js`, `bundles/index/aa.json.${uuid}`];
  for (const path of [...left, "bundles/notes.txt"]) {
    await Deno.mkdir(join(cacheDir, path, ".."), { recursive: true });
    await Deno.writeTextFile(join(cacheDir, path), "");
  }
  assertEquals([await prune(project, { days: 0.5 }), await prune(project, { days: 2 })], [0, 3]);
  assertEquals(await prune(project, { days: 2 }), 0);
  assertEquals((await Deno.stat(join(cacheDir, "bundles/notes.txt"))).isFile, true);
});

Deno.test("pruneCache() has nothing against there being no cache", async () => {
  await using project = await makeProject();
  assertEquals(await prune(project, { days: 2 }), 0);
});
