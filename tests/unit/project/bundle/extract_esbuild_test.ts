import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { join, toFileUrl } from "@std/path";
import { WorkflowError } from "../../../../src/errors.ts";
import { extractEsbuild } from "../../../../src/project/bundle/extract_esbuild.ts";
import { sha256 } from "../../../../src/project/bundle/sha256.ts";
import { makeProject, type TempProject } from "../temp_project.ts";

const PROGRAM = new TextEncoder().encode("the program");

async function pack({ dir }: TempProject): Promise<{ source: URL; hash: string }> {
  const packed = new Blob([PROGRAM]).stream().pipeThrough(new CompressionStream("gzip"));
  const path = join(dir, "esbuild.gz");
  await Deno.writeFile(path, await new Response(packed).bytes());
  return { source: toFileUrl(path), hash: await sha256(PROGRAM) };
}

Deno.test("extractEsbuild() makes a program that only its owner can start", async () => {
  await using project = await makeProject();
  const options = await pack(project);
  const path = await extractEsbuild(project.cacheDir, options);
  assertEquals(await Deno.readFile(path), PROGRAM);
  assert(path.includes(options.hash.slice(0, 16)));
  if (Deno.build.os !== "windows") assertEquals(((await Deno.stat(path)).mode ?? 0) & 0o777, 0o700);
});

Deno.test("extractEsbuild() uses a whole copy again, and does not look at the source", async () => {
  await using project = await makeProject();
  const options = await pack(project);
  const path = await extractEsbuild(project.cacheDir, options);
  await Deno.remove(new URL(options.source));
  assertEquals(await extractEsbuild(project.cacheDir, options), path);
});

Deno.test("extractEsbuild() replaces a copy that is not what was built in", async () => {
  await using project = await makeProject();
  const options = await pack(project);
  const path = await extractEsbuild(project.cacheDir, options);
  await Deno.writeTextFile(path, "tampered with");
  assertEquals(await Deno.readFile(await extractEsbuild(project.cacheDir, options)), PROGRAM);
});

Deno.test("extractEsbuild() may be done several times at once, and leaves one file", async () => {
  await using project = await makeProject();
  const options = await pack(project);
  const paths = await Promise.all(Array.from({ length: 5 }, () => extractEsbuild(project.cacheDir, options)));
  assertEquals(new Set(paths).size, 1);
  assertEquals((await Array.fromAsync(Deno.readDir(project.cacheDir))).length, 1);
});

Deno.test("extractEsbuild() refuses a program whose hash is not the one from the build", async () => {
  await using project = await makeProject();
  const { source } = await pack(project);
  const error = await assertRejects(
    () => extractEsbuild(project.cacheDir, { source, hash: "0".repeat(64) }),
    WorkflowError,
  );
  assertEquals(error.code, "internal");
  assertStringIncludes(error.message, "is not what was built in");
});

Deno.test("extractEsbuild() says where it cannot write", async () => {
  await using project = await makeProject({ "../cache": "a file" });
  const options = await pack(project);
  const error = await assertRejects(() => extractEsbuild(project.cacheDir, options), WorkflowError);
  assertStringIncludes(error.message, `Cannot prepare esbuild in ${project.cacheDir}`);
});
