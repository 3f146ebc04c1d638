import { assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { runJson, structure } from "./harness/project_command.ts";
import { runCommand } from "./harness/run_command.ts";
import { makeProject, type TempProject } from "./harness/temp_project.ts";

const KEY = "sk-4f9a-key-of-this-project";
const DOT_ENV = `WORKFLOW_SERVER_URL=https://models.example/v1\nWORKFLOW_SERVER_ADMIN_KEY=${KEY}\nMODE=dev\n`;

/** A workflow that tries every way to its `.env`, and reads other files. */
const WORKFLOW = `import { workflow } from "workflow-code";
import fs from "node:fs";
import fsPromises from "node:fs/promises";
import path from "node:path";
import { createRequire } from "node:module";
import process from "node:process";
const DIR = import.meta.dirname;
const seen = async (work) => {
  try { return String(JSON.stringify(await work())); } catch (error) { return error?.name + ": " + error?.message; }
};
const ways = {
  deno: () => Deno.readTextFile(".env"),
  denoSync: () => Deno.readTextFileSync(path.join(DIR, ".env")),
  open: async () => { using file = await Deno.open(".env"); return await new Response(file.readable).text(); },
  dotted: () => Deno.readTextFile("sub/../.env"),
  url: () => Deno.readTextFile(new URL(".env", import.meta.url)),
  node: () => fs.readFileSync(path.join(DIR, ".env"), "utf8"),
  nodeStream: () => Array.fromAsync(fs.createReadStream(".env")),
  nodePromise: () => fsPromises.readFile(".env", "utf8"),
  importText: () => import(String(new URL(".env", import.meta.url)), { with: { type: "text" } }),
  importJson: () => import(path.join(DIR, ".env"), { with: { type: "json" } }),
  require: () => createRequire(import.meta.url)("./.env"),
  fetch: async () => await (await fetch(new URL(".env", import.meta.url))).text(),
  link: () => Deno.readTextFile("link.txt"),
  local: () => Deno.readTextFile(".env.local"),
  git: () => Deno.readTextFile(".git/COMMIT_EDITMSG"),
  self: () => Deno.readTextFile("self/.env"),
  proc: () => Deno.readTextFile("/proc/self/cwd/.env"),
  procRoot: () => Deno.readTextFile("/proc/self/root" + path.join(DIR, ".env")),
  copy: () => Deno.copyFile(".env", path.join(process.env.TMPDIR ?? "/tmp", "copy")),
  hardLink: () => Deno.link(".env", path.join(process.env.TMPDIR ?? "/tmp", "hard")),
  symlink: async () => {
    const own = (await import("node:os")).tmpdir() + "/own";
    await Deno.symlink(path.join(DIR, ".env"), own);
    return await Deno.readTextFile(own);
  },
  loadEnvFile: () => { process.loadEnvFile(); return process.env; },
  environment: () => [process.env, Deno.env.toObject()],
};
export default workflow.define({
  entrypoints: {
    attack: {
      async run() {
        const results = {};
        for (const [name, way] of Object.entries(ways)) results[name] = await seen(way);
        return results;
      },
    },
    read: {
      run: async (ctx) => [
        await Deno.readTextFile("a.txt"), fs.readFileSync(path.join(DIR, "sub", "b.txt"), "utf8"),
        (await Array.fromAsync(Deno.readDir("sub"))).length, fs.existsSync(".env.example"), process.cwd() === DIR, ctx.env.MODE,
      ],
    },
    document: { params: { document: { type: "file", required: true } }, run: (_ctx, { document }) => document.text() },
  },
});
`;

function makeSecretive(more: Readonly<Record<string, string>> = {}): Promise<TempProject> {
  return makeProject({
    "workflow.ts": WORKFLOW,
    ".env": DOT_ENV,
    ".env.example": "",
    "a.txt": "a",
    "sub/b.txt": "b",
    ...more,
  });
}

Deno.test("no way leads a run to the key in the .env of its project", async () => {
  await using project = await makeSecretive({
    ".env.local": `# WORKFLOW_SERVER_ADMIN_KEY=${KEY}\n`,
    ".git/COMMIT_EDITMSG": `Add ${KEY}\n`,
  });
  await Deno.symlink(".env", join(project.dir, "link.txt"));
  await Deno.symlink(".", join(project.dir, "self"), { type: "dir" });
  const { report, stderr } = await runJson(project, ["attack"]);
  const results = report.result.data.output as Record<string, string>;
  assertEquals(Object.keys(results).length, 23);
  assertEquals(Object.entries(results).filter(([, result]) => result.includes("4f9a")), []);
  assertEquals((JSON.stringify(report) + stderr).includes("4f9a"), false);
  const refused = [
    "deno",
    "denoSync",
    "open",
    "dotted",
    "url",
    "node",
    "link",
    "local",
    "git",
    "self",
    "copy",
    "fetch",
    "proc",
  ];
  for (const name of refused) {
    assertStringIncludes(results[name] ?? "", "NotCapable", `${name}: ${results[name]}`);
  }
});

Deno.test("a run of such a project reads its other files, and has the other variables", async () => {
  await using project = await makeSecretive();
  const { report, stderr } = await runJson(project, ["read"]);
  assertEquals(report.result.data.output, ["a", "b", 1, true, true, "dev"], stderr);
});

Deno.test("a run of a project without a key in its .env can list its folder and read the file", async () => {
  await using project = await makeProject({
    "workflow.ts": `import { workflow } from "workflow-code";
export default workflow.define({ entrypoints: { main: {
  run: async () => [(await Array.fromAsync(Deno.readDir("."))).length, await Deno.readTextFile(".env")] } } });`,
    ".env": "WORKFLOW_SERVER_URL=https://models.example/v1\n",
  });
  const { report } = await runJson(project, ["main"]);
  assertEquals(report.result.data.output, [3, "WORKFLOW_SERVER_URL=https://models.example/v1\n"]);
});

Deno.test("the start line and doctor say that runs cannot read the .env, and what to do", async () => {
  await using project = await makeSecretive();
  const says = "the project may read its files but not its .env, since WORKFLOW_SERVER_ADMIN_KEY is in it";
  const { stderr } = await structure(project);
  assertStringIncludes(stderr, says);
  const { stdout } = await runCommand(["doctor", project.dir, "--data-dir", project.dataDir]);
  assertStringIncludes(stdout, says);
  assertStringIncludes(stdout, "`workflow-code auth login` keeps the key elsewhere");
  assertEquals((stderr + stdout).includes("4f9a"), false);
});

Deno.test("a link by which runs could read it all the same refuses the project by name", async () => {
  await using project = await makeSecretive();
  await Deno.symlink("../.env", join(project.dir, "sub", "link.txt"));
  const { code, stderr } = await structure(project);
  assertEquals(code, 1);
  assertStringIncludes(stderr, `${join("sub", "link.txt")} is a link to `);
  assertStringIncludes(stderr, "save it with `workflow-code auth login`");
});

const IMPORTS: readonly [file: string, type: string][] = [
  [".env", "text"],
  [".env", "bytes"],
  [".env?", "text"],
  [".env#x", "bytes"],
  ["link.txt?x", "text"],
  [".env.local", "text"],
  [".env.local?x", "bytes"],
];

for (const [file, type] of IMPORTS) {
  Deno.test(`importing ${file} as ${type} is refused, so that the key gets into no bundle`, async () => {
    await using project = await makeProject({
      "workflow.ts": `import env from "./${file}" with { type: "${type}" };\nexport default env;`,
      ".env": DOT_ENV,
      ".env.local": DOT_ENV,
    });
    await Deno.symlink(".env", join(project.dir, "link.txt"));
    const { code, stderr } = await structure(project);
    assertEquals(code, 1);
    assertStringIncludes(stderr, "Cannot import the project's .env");
    assertEquals(stderr.includes("4f9a"), false);
  });
}

Deno.test("a client cannot hand such a .env, a saved login or the journal to a run as a file", async () => {
  await using project = await makeSecretive();
  const login = join(project.dataDir, "auth", "workflow-auth.json");
  await Deno.mkdir(join(project.dataDir, "auth"), { recursive: true });
  await Deno.writeTextFile(login, JSON.stringify({ version: 1, url: "https://a.example", key: KEY }), {
    mode: 0o600,
  });
  await Deno.symlink(login, join(project.root, "innocent.txt"));
  const paths = [
    join(project.dir, ".env"),
    login,
    join(project.root, "innocent.txt"),
    join(project.dataDir, "journal.sqlite"),
  ];
  for (const path of paths) {
    const { code, report, stderr } = await runJson(project, ["document", `--document=${path}`]);
    assertEquals([code, report.error?.code], [1, "file_rejected"], stderr);
    assertStringIncludes(
      report.error?.message ?? "",
      "Workflow Code keeps it for itself, and no run gets it",
    );
  }
});
