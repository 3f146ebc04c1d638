import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { WorkflowError } from "../../../src/errors.ts";
import { loadDotEnv } from "../../../src/project/dot_env.ts";
import { makeProject } from "./temp_project.ts";

Deno.test("loadDotEnv() gives nothing where there is no .env", async () => {
  await using project = await makeProject();
  assertEquals(await loadDotEnv(project.dir, { env: {} }), {
    granted: {},
    fromEnvironment: [],
    withheld: [],
    leftOut: [],
    server: {},
    holdsKey: false,
  });
});

Deno.test("loadDotEnv() reads by dotenv's rules", async () => {
  await using project = await makeProject({
    ".env":
      "\uFEFF# comment\nPLAIN=a b\nexport EXPORTED=1\nQUOTED=\"two\\nlines\"\nSINGLE='a\\nb' # rest\nEMPTY=\n",
  });
  assertEquals((await loadDotEnv(project.dir, { env: {} })).granted, {
    PLAIN: "a b",
    EXPORTED: "1",
    QUOTED: "two\nlines",
    SINGLE: "a\\nb",
    EMPTY: "",
  });
});

Deno.test("loadDotEnv() lets a variable that is set win over .env, also an empty one", async () => {
  await using project = await makeProject({ ".env": "A=file\nB=file\nC=file\n" });
  const { granted, fromEnvironment } = await loadDotEnv(project.dir, { env: { A: "set", B: "" } });
  assertEquals(granted, { A: "set", B: "", C: "file" });
  assertEquals(fromEnvironment, ["A", "B"]);
});

Deno.test("loadDotEnv() takes what looks like a credential from the environment only when it is granted by name", async () => {
  await using project = await makeProject({ ".env": "GITHUB_TOKEN=\nMODE=dev" });
  const env = { GITHUB_TOKEN: "the person's own", MODE: "live" };
  const { granted, withheld } = await loadDotEnv(project.dir, { env });
  assertEquals([granted, withheld], [{ GITHUB_TOKEN: "", MODE: "live" }, ["GITHUB_TOKEN"]]);
  const allowed = await loadDotEnv(project.dir, { env, allowInheritEnv: ["GITHUB_TOKEN"] });
  assertEquals([allowed.granted.GITHUB_TOKEN, allowed.withheld], ["the person's own", []]);
});

Deno.test("loadDotEnv() keeps WORKFLOW_SERVER_* out of what runs get", async () => {
  await using project = await makeProject({
    ".env":
      "WORKFLOW_SERVER_URL=https://a.example\nWORKFLOW_SERVER_ADMIN_KEY=k\nWORKFLOW_SERVER_OTHER=x\nA=1\n",
  });
  const { granted, server } = await loadDotEnv(project.dir, { env: {} });
  assertEquals(granted, { A: "1" });
  assertEquals(server, {
    WORKFLOW_SERVER_URL: "https://a.example",
    WORKFLOW_SERVER_ADMIN_KEY: "k",
    WORKFLOW_SERVER_OTHER: "x",
  });
});

Deno.test("loadDotEnv() gives the server that .env names, whatever the environment says", async () => {
  await using project = await makeProject({ ".env": "WORKFLOW_SERVER_URL=https://file.example\n" });
  const env = { WORKFLOW_SERVER_URL: "https://set.example", WORKFLOW_SERVER_ADMIN_KEY: "set" };
  assertEquals((await loadDotEnv(project.dir, { env })).server, {
    WORKFLOW_SERVER_URL: "https://file.example",
  });
});

for (
  const [text, holdsKey] of [
    ["WORKFLOW_SERVER_ADMIN_KEY=k", true],
    ["export WORKFLOW_SERVER_ADMIN_KEY = 'k'", true],
    ["#WORKFLOW_SERVER_ADMIN_KEY=old", true],
    ["WORKFLOW_SERVER_ADMIN_KEY=\nA=1", false],
    ["# WORKFLOW_SERVER_ADMIN_KEY goes to auth login", false],
    ["WORKFLOW_SERVER_URL=https://a.example", false],
  ] as const
) {
  Deno.test(`loadDotEnv() finds ${holdsKey ? "a" : "no"} key in ${JSON.stringify(text)}`, async () => {
    await using project = await makeProject({ ".env": text });
    assertEquals((await loadDotEnv(project.dir, { env: {} })).holdsKey, holdsKey);
  });
}

Deno.test("loadDotEnv() leaves out what changes how programs load", async () => {
  await using project = await makeProject({ ".env": "LD_PRELOAD=./evil.so\nNODE_OPTIONS=--x\nA=1\n" });
  const { granted, leftOut } = await loadDotEnv(project.dir, { env: { LD_PRELOAD: "set" } });
  assertEquals(granted, { A: "1" });
  assertEquals(leftOut, ["LD_PRELOAD", "NODE_OPTIONS"]);
});

Deno.test("loadDotEnv() leaves this process's environment as it is", async () => {
  await using project = await makeProject({ ".env": "WORKFLOW_CODE_TEST_DOT_ENV=1\n" });
  await loadDotEnv(project.dir, { env: {} });
  assertEquals(Deno.env.get("WORKFLOW_CODE_TEST_DOT_ENV"), undefined);
});

for (
  const [what, prepare, expected] of [
    ["a folder", (path: string) => Deno.mkdir(path), "found a folder, expected a file"],
    [
      "too long",
      (path: string) => Deno.writeFile(path, new Uint8Array(1024 * 1024 + 1)),
      "found 1048577 bytes",
    ],
    ["binary", (path: string) => Deno.writeTextFile(path, "A=b\0c\n"), "the value of A has a NUL character"],
  ] as const
) {
  Deno.test(`loadDotEnv() refuses a .env that is ${what}`, async () => {
    await using project = await makeProject();
    await prepare(join(project.dir, ".env"));
    const error = await assertRejects(() => loadDotEnv(project.dir, { env: {} }), WorkflowError);
    assertEquals(error.code, "invalid_project");
    assertStringIncludes(error.message, expected);
  });
}
