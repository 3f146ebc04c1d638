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

const CHANGES: readonly [what: string, change: (path: string) => void, says: string][] = [
  [
    "grows",
    (path) => Deno.writeTextFileSync(path, "x", { append: true }),
    "it had 1048576 bytes, and 1048577 when",
  ],
  [
    "shrinks",
    (path) => Deno.truncateSync(path, 300_000),
    "it had 1048576 bytes, and 300000 when it had been read",
  ],
  ["is emptied", (path) => Deno.truncateSync(path), "it had 1048576 bytes, and 262144 when it had been read"],
  ["is removed", (path) => Deno.removeSync(path), "it was removed or replaced while it was read"],
  [
    "is replaced by another",
    (path) => {
      Deno.writeFileSync(`${path}.new`, new Uint8Array(1024 * 1024));
      Deno.renameSync(`${path}.new`, path);
    },
    "it was removed or replaced while it was read",
  ],
  [
    "is written with the same length",
    (path) => {
      Deno.writeFileSync(path, new Uint8Array(1024 * 1024).fill(1));
      Deno.utimeSync(path, 1, 1);
    },
    "it was changed while it was read",
  ],
];

for (const [what, change, says] of CHANGES) {
  Deno.test(
    `importFile() refuses a file that ${what} after its first part was read, and leaves nothing of it`,
    withDir(async (dir) => {
      const path = join(dir, "a.bin");
      await Deno.writeFile(path, new Uint8Array(1024 * 1024));
      using _stop = afterFirstRead(path, () => change(path));
      const storeDir = join(dir, "store");
      const error = await assertRejects(
        () => importFile(path, { storeDir, param: "p" }),
        WorkflowError,
        says,
      );
      assertEquals(error.code, "file_rejected");
      assertEquals(await Array.fromAsync(Deno.readDir(storeDir), ({ name }) => name), ["incoming"]);
      assertEquals(await Array.fromAsync(Deno.readDir(join(storeDir, "incoming"))), []);
    }),
  );
}

/** Does something when the first part of a file has been read. */
function afterFirstRead(path: string, act: () => void): Disposable {
  const { open } = Deno;
  Deno.open = async (opened, options) => {
    const file = await open(opened, options);
    if (opened !== path) return file;
    const read = file.read.bind(file);
    let isFirst = true;
    file.read = async (buffer) => {
      const count = await read(buffer);
      if (isFirst) act();
      isFirst = false;
      return count;
    };
    return file;
  };
  return { [Symbol.dispose]: () => void (Deno.open = open) };
}

Deno.test(
  "importFile() refuses a file that vanished before it was opened",
  withDir(async (dir) => {
    const path = join(dir, "a.bin");
    await Deno.writeTextFile(path, "a");
    const { open } = Deno;
    Deno.open = (opened, options) => {
      if (opened === path) Deno.removeSync(path);
      return open(opened, options);
    };
    using _restored = { [Symbol.dispose]: () => void (Deno.open = open) };
    await assertRejects(
      () => importFile(path, { storeDir: join(dir, "store"), param: "p" }),
      WorkflowError,
      "there is no such file",
    );
  }),
);

Deno.test(
  "importFile() says what is the matter with a name that is not valid UTF-8",
  withDir(async (dir) => {
    const path = join(dir, "\ufffd.txt");
    await assertRejects(
      () => importFile(path, { storeDir: join(dir, "store"), param: "p" }),
      WorkflowError,
      "often stands for a name that is not valid UTF-8: rename the file",
    );
  }),
);
