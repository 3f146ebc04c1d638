import { assertEquals, assertNotEquals, assertRejects } from "@std/assert";
import { join } from "@std/path";
import { WorkflowError } from "../../../src/errors.ts";
import { readKeyFile } from "../../../src/store/key_file.ts";

async function withDir(fn: (dir: string) => Promise<void>): Promise<void> {
  const dir = await Deno.makeTempDir();
  try {
    await fn(dir);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

Deno.test("readKeyFile() makes a random key for its owner only, and finds it again", () =>
  withDir(async (dir) => {
    const path = join(dir, "data", "keys", "a.key");
    const key = await readKeyFile(path);
    assertEquals(key.length, 32);
    assertEquals(await readKeyFile(path), key);
    assertNotEquals(await readKeyFile(join(dir, "b.key")), key);
    assertEquals(Array.from(Deno.readDirSync(join(dir, "data", "keys")), ({ name }) => name), ["a.key"]);
    if (Deno.build.os === "windows") return;
    assertEquals((Deno.statSync(path).mode ?? 0) & 0o777, 0o600);
    assertEquals((Deno.statSync(join(dir, "data", "keys")).mode ?? 0) & 0o777, 0o700);
  }));

Deno.test("readKeyFile() gives everyone who comes at the same time the same key", () =>
  withDir(async (dir) => {
    const keys = await Promise.all(Array.from({ length: 20 }, () => readKeyFile(join(dir, "keys", "a.key"))));
    for (const key of keys) assertEquals(key, keys[0]);
    assertEquals(Array.from(Deno.readDirSync(join(dir, "keys")), ({ name }) => name), ["a.key"]);
  }));

Deno.test("readKeyFile() refuses a file that is no key, and leaves it", () =>
  withDir(async (dir) => {
    const path = join(dir, "a.key");
    await Deno.writeTextFile(path, "short");
    const error = await assertRejects(() => readKeyFile(path), WorkflowError);
    assertEquals(error.code, "store_failed");
    assertEquals(
      error.message,
      `Cannot use the key at ${path}: it has 5 bytes, expected 32; remove the file, and a new one is made`,
    );
    assertEquals(await Deno.readTextFile(path), "short");
  }));

Deno.test("readKeyFile() names the file that it cannot make", () =>
  withDir(async (dir) => {
    await Deno.writeTextFile(join(dir, "keys"), "");
    const error = await assertRejects(() => readKeyFile(join(dir, "keys", "a.key")), WorkflowError);
    assertEquals(error.code, "store_failed");
    assertEquals(error.message.startsWith(`Cannot open the key at ${join(dir, "keys", "a.key")}: `), true);
  }));
