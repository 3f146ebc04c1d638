import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { dirname, join } from "@std/path";
import { readSavedServer } from "../../../src/auth/read_saved_server.ts";
import { writeSavedServer } from "../../../src/auth/write_saved_server.ts";
import { WorkflowError } from "../../../src/errors.ts";

async function withFile(use: (path: string) => Promise<void>): Promise<void> {
  const root = await Deno.makeTempDir({ prefix: "workflow-code-test-" });
  try {
    await use(join(root, "auth", "workflow-auth.json"));
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

async function write(path: string, text: string, mode = 0o600): Promise<void> {
  await Deno.mkdir(dirname(path), { recursive: true });
  await Deno.writeTextFile(path, text, { mode });
}

const SAVED = { url: "https://a.example/v1", key: "s3cret" };

Deno.test("writeSavedServer() writes what readSavedServer() reads, again and again, and leaves nothing beside it", async () => {
  await withFile(async (path) => {
    assertEquals(await readSavedServer(path), undefined);
    for (const server of [SAVED, { url: "http://localhost:1" }, SAVED]) {
      await writeSavedServer(path, server);
      assertEquals(await readSavedServer(path), server);
    }
    assertEquals(Array.from(Deno.readDirSync(dirname(path)), ({ name }) => name), ["workflow-auth.json"]);
  });
});

Deno.test({
  name: "writeSavedServer() writes for the owner alone, also over a file that others could read",
  ignore: Deno.build.os === "windows",
  fn: () =>
    withFile(async (path) => {
      await writeSavedServer(path, SAVED);
      assertEquals(((await Deno.stat(dirname(path))).mode ?? 0) & 0o777, 0o700);
      await Deno.chmod(path, 0o644);
      await writeSavedServer(path, SAVED);
      assertEquals(((await Deno.stat(path)).mode ?? 0) & 0o777, 0o600);
    }),
});

for (const mode of [0o644, 0o640, 0o620, 0o604]) {
  Deno.test({
    name: `readSavedServer() refuses a file of mode ${mode.toString(8)} with the command that mends it`,
    ignore: Deno.build.os === "windows",
    fn: () =>
      withFile(async (path) => {
        await writeSavedServer(path, SAVED);
        await Deno.chmod(path, mode);
        const { code, message } = await assertRejects(() => readSavedServer(path), WorkflowError);
        assertEquals(code, "store_failed");
        assertStringIncludes(message, `(mode ${mode.toString(8)}); write \`chmod 600 ${path}\``);
      }),
  });
}

const DAMAGED: readonly [text: string, says: string][] = [
  ['{ "url": "https://a.example", "key": "s3cret"', "it is no JSON object"],
  ['["s3cret"]', "found version none, expected 1"],
  ['{ "version": 2, "url": "https://a.example", "key": "s3cret" }', "found version 2, expected 1"],
  ['{ "version": 1, "key": "s3cret" }', "its url is no text"],
  ['{ "version": 1, "url": "https://u:s3cret@a.example" }', "its url: found a name or password in it"],
  ['{ "version": 1, "url": "https://a.example", "key": "s3cret\\n" }', "its key has a blank"],
  ['{ "version": 1, "url": "https://a.example", "key": ["s3cret"] }', "its key is no text"],
];

for (const [text, says] of DAMAGED) {
  Deno.test(`readSavedServer() refuses ${text} by name and shows no key`, () =>
    withFile(async (path) => {
      await write(path, text);
      const { message } = await assertRejects(() => readSavedServer(path), WorkflowError);
      assertStringIncludes(message, `Cannot use the saved login at ${path}: ${says}`);
      assertEquals(message.includes("s3cret"), false);
    }));
}

Deno.test("readSavedServer() refuses a folder in the place of the file", () =>
  withFile(async (path) => {
    await Deno.mkdir(path, { recursive: true });
    await assertRejects(() => readSavedServer(path), WorkflowError, "Cannot use the saved login");
  }));
