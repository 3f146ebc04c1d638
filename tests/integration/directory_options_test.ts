import { assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { runJson } from "./harness/project_command.ts";
import { runCommand } from "./harness/run_command.ts";
import { makeProject, PROJECT_ID, type TempProject } from "./harness/temp_project.ts";

const COMMANDS: Readonly<Record<string, (dir: string) => readonly string[]>> = {
  mcp: (dir) => [dir],
  json: (dir) => [dir, "main"],
  run: (dir) => [dir, "main"],
  structure: (dir) => [dir],
  resume: () => ["20260828-abcd"],
};

const OPTIONS = [
  "data-dir",
  "file-store-dir",
  "kv-store-dir",
  "persistent-value-store-dir",
  "file-create-store-dir",
  "desktop-config-dir",
  "auth-dir",
];

/** What is wrong, written right behind the command's name. */
const WRONG: readonly (readonly [args: (option: string) => readonly string[], says: string])[] = [
  [(option) => [option, "data"], 'must be an absolute path, found "data"'],
  [(option) => [`${option}=./data`], 'must be an absolute path, found "./data"'],
  [(option) => [option, "../data"], 'must be an absolute path, found "../data"'],
  [(option) => [option, "~"], 'must be an absolute path, found "~"'],
  [(option) => [`${option}=~/data`], 'must be an absolute path, found "~/data"'],
  [(option) => [option, "file:///tmp/data"], 'must be an absolute path, found "file:///tmp/data"'],
  [(option) => [`${option}=`], "needs a value"],
  [(option) => [option, ""], "needs a value"],
  [(option) => [option, "--no-color"], "needs a value"],
  [(option) => [option, "/tmp/a", option, "/tmp/b"], "may be given once, found it 2 times"],
  [(option) => [`${option}=/tmp/a`, `${option}=/tmp/a`], "may be given once, found it 2 times"],
];

const project = await makeProject({
  "workflow.ts": `import { workflow } from "workflow-code";
export default workflow.define({ entrypoints: { main: { params: { document: { type: "file" } }, async run(ctx) {
  await ctx.kv.set("a", 1);
  await ctx.value("a").set(1);
  await ctx.knowledge("a").put({ id: "a", text: "a" });
  await ctx.files.create("a.txt", "a");
  return 1;
} } } });
`,
});
Deno.test.afterAll(() => project[Symbol.asyncDispose]());

for (const [command, toRest] of Object.entries(COMMANDS)) {
  for (const option of OPTIONS) {
    Deno.test(`${command} refuses --${option} by name where it is relative, empty, missing or repeated`, async () => {
      const rest = toRest(project.dir);
      const results = await Promise.all(
        WRONG.map(([args]) => runCommand([command, ...args(`--${option}`), ...rest])),
      );
      for (const [index, { code, stdout, stderr }] of results.entries()) {
        assertEquals([code, stdout], [2, ""], stderr);
        assertStringIncludes(stderr, `workflow-code: --${option} ${WRONG[index]?.[1]}`);
      }
      const last = await runCommand([command, ...rest.slice(0, 1), `--${option}`]);
      assertEquals(last.code, 2);
      assertStringIncludes(last.stderr, `--${option} needs a value: --${option} <absolute-dir>`);
    });
  }

  Deno.test(`${command} --help names every directory option`, async () => {
    const { stdout } = await runCommand([command, "--help"]);
    assertEquals(OPTIONS.filter((option) => !stdout.includes(`  --${option} <absolute-dir>  `)), []);
  });
}

/** The folders below another, with their modes. */
function folders(dir: string, below = ""): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { name, isDirectory } of Deno.readDirSync(join(dir, below))) {
    const path = below === "" ? name : `${below}/${name}`;
    if (!isDirectory) continue;
    found[path] = ((Deno.statSync(join(dir, path)).mode ?? 0) & 0o777).toString(8);
    Object.assign(found, folders(dir, path));
  }
  return found;
}

/** Names that are different each time. */
function generalize(found: Record<string, string>): string[] {
  return Object.entries(found).map(([path, mode]) =>
    `${path.replace(/[0-9a-f]{64}/, "<id>").replace(/(^|\/)\d{8}-[0-9a-z]{4,}$/, "$1<run>")} ${mode}`
  ).sort();
}

async function own(): Promise<TempProject> {
  return await makeProject({ "workflow.ts": await Deno.readTextFile(join(project.dir, "workflow.ts")) });
}

Deno.test("structure makes nothing but the data dir and its cache", async () => {
  await using made = await own();
  assertEquals((await runCommand(["structure", made.dir, "--data-dir", made.dataDir])).code, 0);
  assertEquals(generalize(folders(made.dataDir)), [
    "cache 700",
    "cache/bundles 700",
    "cache/bundles/<id> 700",
    "cache/bundles/index 700",
  ]);
});

Deno.test("a run makes the folders that it uses in the data dir, for their owner alone", async () => {
  await using made = await own();
  await Deno.writeTextFile(join(made.root, "a.txt"), "a");
  const { code, stderr } = await runJson(made, ["main", `--document=${join(made.root, "a.txt")}`]);
  assertEquals(code, 0, stderr);
  assertEquals(((await Deno.stat(made.dataDir)).mode ?? 0) & 0o777, 0o700);
  assertEquals(generalize(folders(made.dataDir)), [
    "cache 700",
    "cache/bundles 700",
    "cache/bundles/<id> 700",
    "cache/bundles/index 700",
    "created 700",
    `created/${PROJECT_ID} 700`,
    `created/${PROJECT_ID}/<run> 700`,
    `created/${PROJECT_ID}/incoming 700`,
    "files 700",
    "files/ca 700",
    "files/incoming 700",
    "hosts 700",
    "kv 700",
    `kv/${PROJECT_ID} 700`,
    "values 700",
    `values/${PROJECT_ID} 700`,
  ]);
});

Deno.test("each store goes where its option says, in a folder that is made for its owner alone", async () => {
  await using made = await own();
  await Deno.writeTextFile(join(made.root, "a.txt"), "a");
  const dirs = OPTIONS.slice(1).flatMap((option) => [`--${option}`, join(made.root, "stores", option)]);
  const { code, stderr } = await runJson(made, [...dirs, "main", `--document=${join(made.root, "a.txt")}`]);
  assertEquals(code, 0, stderr);
  // Logins are only looked for.
  assertEquals(generalize(folders(join(made.root, "stores"))), [
    "file-create-store-dir 700",
    "file-create-store-dir/<run> 700",
    "file-create-store-dir/incoming 700",
    "file-store-dir 700",
    "file-store-dir/ca 700",
    "file-store-dir/incoming 700",
    "kv-store-dir 700",
    "persistent-value-store-dir 700",
  ]);
  assertEquals(
    Object.keys(folders(made.dataDir)).filter((name) => /^(kv|values|created|files|auth)/.test(name)),
    [],
  );
});

for (
  const option of [
    "data-dir",
    "file-store-dir",
    "kv-store-dir",
    "persistent-value-store-dir",
    "desktop-config-dir",
    "auth-dir",
  ]
) {
  Deno.test(`json refuses --${option} inside of the project, where runs could read it`, async () => {
    const dir = join(project.dir, "inside");
    const data = option === "data-dir" ? [] : ["--data-dir", project.dataDir];
    const { code, stdout, stderr } = await runCommand([
      "json",
      project.dir,
      ...data,
      `--${option}`,
      dir,
      "main",
    ]);
    assertEquals([code, stdout], [2, ""]);
    assertStringIncludes(stderr, `Cannot keep data in ${dir}`);
  });
}
