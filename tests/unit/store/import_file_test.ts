import { assertEquals, assertRejects } from "@std/assert";
import { join } from "@std/path";
import { WorkflowError } from "../../../src/errors.ts";
import { importFile } from "../../../src/store/import_file.ts";

function withDir(fn: (dir: string) => Promise<void>): () => Promise<void> {
  return async () => {
    const dir = await Deno.makeTempDir();
    try {
      await fn(dir);
    } finally {
      await Deno.remove(dir, { recursive: true });
    }
  };
}

Deno.test(
  "importFile() of the same content at the same time stores it once, and leaves nothing else",
  withDir(async (dir) => {
    const storeDir = join(dir, "store");
    const paths = Array.from({ length: 8 }, (_, n) => join(dir, `${n}.txt`));
    for (const path of paths) await Deno.writeTextFile(path, "same");
    const files = await Promise.all(paths.map((path) => importFile(path, { storeDir, param: "p" })));
    assertEquals(new Set(files.map(({ path }) => path)).size, 1);
    assertEquals(files.map(({ name }) => name), paths.map((_, n) => `${n}.txt`));
    const names = await Array.fromAsync(Deno.readDir(storeDir), ({ name }) => name);
    assertEquals(names.sort(), [files[0]?.id.slice(0, 2), "incoming"].sort());
    assertEquals(await Array.fromAsync(Deno.readDir(join(storeDir, "incoming"))), []);
  }),
);

Deno.test(
  "importFile() mends a stored copy that was damaged",
  withDir(async (dir) => {
    const options = { storeDir: join(dir, "store"), param: "p" };
    const path = join(dir, "a.txt");
    await Deno.writeTextFile(path, "good");
    const stored = await importFile(path, options);
    await Deno.remove(stored.path);
    await Deno.writeTextFile(stored.path, "bad");
    assertEquals(await importFile(path, options), stored);
    assertEquals(await Deno.readTextFile(stored.path), "good");
  }),
);

Deno.test(
  "importFile() blames the store, not the file, when the store cannot be written",
  withDir(async (dir) => {
    const path = join(dir, "a.txt");
    await Deno.writeTextFile(path, "a");
    const error = await assertRejects(
      () => importFile(path, { storeDir: join(path, "store"), param: "p" }),
      WorkflowError,
      `Cannot write to the file store at ${join(path, "store")}`,
    );
    assertEquals(error.code, "store_failed");
  }),
);
