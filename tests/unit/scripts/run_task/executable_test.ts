import { assertEquals } from "@std/assert";
import { toFileUrl } from "@std/path";
import { isExecutableStale } from "../../../../scripts/run_task/executable.ts";

const CASES: [
  title: string,
  times: { executable?: number; file?: number; folder?: number },
  stale: boolean,
][] = [
  ["no executable", { file: 1, folder: 1 }, true],
  ["an older source", { executable: 2, file: 1, folder: 1 }, false],
  ["a newer source", { executable: 2, file: 3, folder: 1 }, true],
  ["a folder that lost a file", { executable: 2, file: 1, folder: 3 }, true],
  ["no source at all", { executable: 2 }, false],
];

for (const [title, { executable, file, folder }, stale] of CASES) {
  Deno.test(`isExecutableStale() with ${title} is ${stale}`, async () => {
    const dir = await Deno.makeTempDir({ prefix: "workflow-code-" });
    try {
      const base = new URL(`${toFileUrl(dir).href}/`);
      if (executable !== undefined) await touch(new URL("exe", base), executable);
      if (file !== undefined) {
        await Deno.mkdir(new URL("src/", base));
        await touch(new URL("src/a b.ts", base), file);
      }
      if (folder !== undefined) await Deno.utime(new URL("src/", base), folder, folder);
      const options = {
        executable: new URL("exe", base),
        sources: [new URL("src", base), new URL("gone.ts", base)],
      };
      assertEquals(isExecutableStale(options), stale);
    } finally {
      await Deno.remove(dir, { recursive: true });
    }
  });
}

async function touch(file: URL, seconds: number): Promise<void> {
  await Deno.writeTextFile(file, "");
  await Deno.utime(file, seconds, seconds);
}
