import { assertEquals, assertRejects } from "@std/assert";
import { join } from "@std/path";
import { replaceFile } from "../../src/replace_file.ts";

Deno.test("replaceFile() replaces a file whole, for its owner only", async () => {
  const dir = await Deno.makeTempDir();
  const path = join(dir, "made", "file.json");
  await replaceFile(path, "one");
  await replaceFile(path, "two");
  assertEquals(await Deno.readTextFile(path), "two");
  if (Deno.build.os !== "windows") assertEquals((await Deno.stat(path)).mode, 0o100600);
  assertEquals(namesIn(join(dir, "made")), ["file.json"]);
  await Deno.remove(dir, { recursive: true });
});

Deno.test("replaceFile() leaves nothing behind where it fails", async () => {
  const dir = await Deno.makeTempDir();
  await Deno.mkdir(join(dir, "taken", "inside"), { recursive: true });
  await assertRejects(() => replaceFile(join(dir, "taken"), "text"));
  assertEquals(namesIn(dir), ["taken"]);
  await Deno.remove(dir, { recursive: true });
});

function namesIn(dir: string): string[] {
  return Array.from(Deno.readDirSync(dir), ({ name }) => name);
}
