import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { dirname, join } from "@std/path";
import { bundleProgram } from "../../../../scripts/build/bundle_program.ts";

const PROGRAM: Record<string, string> = {
  "deno.json": `{ "unstable": ["raw-imports"] }`,
  "main.ts": `
    import { startWorker } from "./src/run/start.ts";
    import text from "./src/a.sql" with { type: "text" };
    declare const __VERSION__: string;
    console.log(__VERSION__, text, startWorker.name, (await import("./src/late.ts")).late);`,
  "src/a.sql": "select 'é'",
  "src/late.ts": `export const late: string = "late";`,
  "src/run/start.ts": `
    export function startWorker(): Worker {
      return new Worker(new URL("./deep/some_worker.ts", import.meta.url), { type: "module" });
    }`,
  "src/run/deep/some_worker.ts":
    `import { startWorker } from "../start.ts"; postMessage(typeof startWorker);`,
};

Deno.test("bundleProgram() lays entries and chunks side by side and points workers at them", async () => {
  await withProgram(PROGRAM, async (root, bundle) => {
    assertEquals(await bundle(), join(root, "out", "main.js"));
    const names = [...Deno.readDirSync(join(root, "out"))].map((entry) =>
      entry.name.replace(/-\w+\.js$/, ".js")
    );
    assertEquals(names.sort(), ["chunk.js", "late.js", "main.js", "some_worker.js"]);
    const all = [...Deno.readDirSync(join(root, "out"))].map((e) =>
      Deno.readTextFileSync(join(root, "out", e.name))
    );
    assertStringIncludes(all.join("\n"), `"./some_worker.js"`);
    assertStringIncludes(all.join("\n"), "select 'é'");
    assert(!all.join("\n").includes(root), "a path of this machine is in the bundle");
  });
});

Deno.test("bundleProgram() makes what runs", async () => {
  await withProgram(PROGRAM, async (root, bundle) => {
    await bundle();
    const { stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--no-config", join(root, "out", "main.js")],
    }).output();
    assertEquals(new TextDecoder().decode(stdout), "1.2.3 select 'é' startWorker late\n");
  });
});

Deno.test("bundleProgram() refuses two workers of one name", async () => {
  const twin = { ...PROGRAM, "src/other/some_worker.ts": "" };
  await withProgram(twin, (_root, bundle) => assertRejects(bundle, RangeError, "has the same name"));
});

Deno.test("bundleProgram() names a module that does not exist", async () => {
  const broken = { ...PROGRAM, "src/late.ts": `import "./gone.ts";` };
  await withProgram(broken, (_root, bundle) => assertRejects(bundle, Error, "gone.ts"));
});

async function withProgram(
  files: Record<string, string>,
  fn: (root: string, bundle: () => Promise<string>) => Promise<unknown>,
): Promise<void> {
  const root = await Deno.realPath(await Deno.makeTempDir({ prefix: "workflow-code-" }));
  try {
    for (const [path, text] of Object.entries(files)) {
      await Deno.mkdir(join(root, dirname(path)), { recursive: true });
      await Deno.writeTextFile(join(root, path), text);
    }
    const [outDir, cacheDir] = [join(root, "out"), join(root, "cache")];
    const options = {
      root,
      packagesDir: root,
      outDir,
      cacheDir,
      override: [],
      constants: { __VERSION__: "1.2.3" },
    };
    await fn(root, () => bundleProgram(options));
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}
