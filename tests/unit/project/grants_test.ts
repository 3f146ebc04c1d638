import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { WorkflowError } from "../../../src/errors.ts";
import type { DotEnv } from "../../../src/project/dot_env.ts";
import { resolveGrants, type ResolveGrantsOptions } from "../../../src/project/grants.ts";
import type { Manifest } from "../../../src/project/manifest.ts";
import { makeProject, PROJECT_ID, type TempProject } from "./temp_project.ts";

const NO_DOT_ENV: DotEnv = {
  granted: {},
  fromEnvironment: [],
  withheld: [],
  leftOut: [],
  server: {},
  holdsKey: false,
};

const NOTHING: ResolveGrantsOptions = { allowInheritEnv: [], allowRead: [], env: {}, dotEnv: NO_DOT_ENV };

function manifestOf(
  { dir }: TempProject,
  asked: { net?: string[]; read?: string[]; sys?: string[]; inheritEnvironment?: string[] },
): Manifest {
  const { net = [], read = [], sys = [], inheritEnvironment = [] } = asked;
  return {
    dir,
    id: PROJECT_ID,
    name: "sample",
    version: "1.0.0",
    main: "workflow.ts",
    mainPath: join(dir, "workflow.ts"),
    permissions: { net, read, sys },
    inheritEnvironment,
    mcpServers: [],
    related: {},
  };
}

Deno.test("resolveGrants() gives a project that asks for nothing nothing", async () => {
  await using project = await makeProject();
  assertEquals(await resolveGrants(manifestOf(project, {}), NOTHING), {
    env: {},
    read: [],
    net: [],
    sys: [],
    mcpServers: [],
    summary: [],
  });
});

Deno.test("resolveGrants() gives an inherited variable that is asked, granted and set", async () => {
  await using project = await makeProject();
  const grants = await resolveGrants(manifestOf(project, { inheritEnvironment: ["TOKEN"] }), {
    ...NOTHING,
    allowInheritEnv: ["TOKEN", "NOT_ASKED"],
    env: { TOKEN: "secret", NOT_ASKED: "x", OTHER: "y" },
  });
  assertEquals(grants.env, { TOKEN: "secret" });
});

Deno.test("resolveGrants() names every variable that is asked and not granted, with the options to add", async () => {
  await using project = await makeProject();
  const manifest = manifestOf(project, { inheritEnvironment: ["A", "B", "C"] });
  const options = { ...NOTHING, allowInheritEnv: ["B"], env: { A: "1", B: "2", C: "3" } };
  const error = await assertRejects(() => resolveGrants(manifest, options), WorkflowError);
  assertEquals(error.code, "invalid_project");
  assertEquals(error.faults.map(({ path }) => path), [
    "workflow.inheritEnvironment[0]",
    "workflow.inheritEnvironment[2]",
  ]);
  assertStringIncludes(error.message, "start with --allow-inherit-env A --allow-inherit-env C");
});

Deno.test("resolveGrants() names a variable that is granted but not set", async () => {
  await using project = await makeProject();
  const manifest = manifestOf(project, { inheritEnvironment: ["A"] });
  const error = await assertRejects(
    () => resolveGrants(manifest, { ...NOTHING, allowInheritEnv: ["A"] }),
    WorkflowError,
  );
  assertEquals(error.faults, [{
    path: "workflow.inheritEnvironment[0]",
    reason: "asks for the environment variable A, which is granted but not set",
  }]);
  assertEquals(error.message.includes("--allow"), false);
});

Deno.test("resolveGrants() gives an inherited variable that is set to nothing", async () => {
  await using project = await makeProject();
  const manifest = manifestOf(project, { inheritEnvironment: ["A"] });
  const grants = await resolveGrants(manifest, { ...NOTHING, allowInheritEnv: ["A"], env: { A: "" } });
  assertEquals(grants.env, { A: "" });
});

Deno.test("resolveGrants() joins the variables of .env and the inherited ones", async () => {
  await using project = await makeProject();
  const manifest = manifestOf(project, { inheritEnvironment: ["A"] });
  const dotEnv = { ...NO_DOT_ENV, granted: { B: "file" } };
  const grants = await resolveGrants(manifest, {
    ...NOTHING,
    allowInheritEnv: ["A"],
    env: { A: "1" },
    dotEnv,
  });
  assertEquals(grants.env, { B: "file", A: "1" });
});

Deno.test("resolveGrants() grants a path inside the project, as its real path", async () => {
  await using project = await makeProject({ "rules/a.txt": "" });
  await Deno.symlink(join(project.dir, "rules"), join(project.dir, "linked"), { type: "dir" });
  const grants = await resolveGrants(manifestOf(project, { read: ["./rules", "linked", "."] }), NOTHING);
  assertEquals(grants.read, [join(project.dir, "rules"), project.dir]);
});

Deno.test("resolveGrants() names every path outside that is not granted, with the options to add", async () => {
  await using project = await makeProject({ "../data/a.txt": "", "../more/b.txt": "" });
  const more = join(project.dir, "..", "more");
  const manifest = manifestOf(project, { read: ["../data", more] });
  const error = await assertRejects(() => resolveGrants(manifest, NOTHING), WorkflowError);
  assertEquals(error.faults.map(({ path }) => path), [
    "workflow.permissions.read[0]",
    "workflow.permissions.read[1]",
  ]);
  assertStringIncludes(
    error.message,
    `start with --allow-read ${join(project.dir, "..", "data")} --allow-read ${join(more)}`,
  );
});

Deno.test("resolveGrants() grants a path outside that an allowed folder covers", async () => {
  await using project = await makeProject({ "../data/deep/a.txt": "" });
  const data = join(project.dir, "..", "data");
  const grants = await resolveGrants(manifestOf(project, { read: ["../data/deep"] }), {
    ...NOTHING,
    allowRead: [data],
  });
  assertEquals(grants.read, [join(data, "deep")]);
});

Deno.test("resolveGrants() does not take a folder whose name merely begins alike for an allowed one", async () => {
  await using project = await makeProject({ "../data/a.txt": "", "../data-secret/b.txt": "" });
  const manifest = manifestOf(project, { read: ["../data-secret"] });
  const allowRead = [join(project.dir, "..", "data")];
  await assertRejects(() => resolveGrants(manifest, { ...NOTHING, allowRead }), WorkflowError, "not granted");
});

Deno.test("resolveGrants() judges a link inside the project by where it leads", async () => {
  await using project = await makeProject({ "../data/a.txt": "" });
  await Deno.symlink(join(project.dir, "..", "data"), join(project.dir, "rules"), { type: "dir" });
  const manifest = manifestOf(project, { read: ["rules"] });
  const error = await assertRejects(() => resolveGrants(manifest, NOTHING), WorkflowError);
  assertStringIncludes(error.message, "outside the project and not granted");
});

Deno.test("resolveGrants() judges an allowed folder by where it leads", async () => {
  await using project = await makeProject({ "../data/a.txt": "" });
  const link = join(project.dir, "..", "link");
  await Deno.symlink(join(project.dir, "..", "data"), link, { type: "dir" });
  const grants = await resolveGrants(manifestOf(project, { read: ["../data"] }), {
    ...NOTHING,
    allowRead: [link],
  });
  assertEquals(grants.read, [join(project.dir, "..", "data")]);
});

Deno.test("resolveGrants() names a path that is not there", async () => {
  await using project = await makeProject();
  const error = await assertRejects(
    () => resolveGrants(manifestOf(project, { read: ["absent"] }), NOTHING),
    WorkflowError,
  );
  assertStringIncludes(
    error.message,
    `asks to read "absent", but there is no ${join(project.dir, "absent")}`,
  );
});

for (const path of ["relative", "/absent-folder-of-a-test"]) {
  Deno.test(`resolveGrants() refuses to allow reading ${path} as wrong usage`, async () => {
    await using project = await makeProject();
    const error = await assertRejects(
      () => resolveGrants(manifestOf(project, {}), { ...NOTHING, allowRead: [path] }),
      WorkflowError,
    );
    assertEquals(error.code, "usage");
  });
}

Deno.test("resolveGrants() grants net and sys as listed", async () => {
  await using project = await makeProject();
  const grants = await resolveGrants(manifestOf(project, { net: ["a.example:443"], sys: ["cpus"] }), NOTHING);
  assertEquals([grants.net, grants.sys], [["a.example:443"], ["cpus"]]);
});

Deno.test("resolveGrants() sums up what a project gets, without a single value", async () => {
  await using project = await makeProject({ "rules/a.txt": "" });
  const { summary } = await resolveGrants(
    manifestOf(project, {
      net: ["a.example"],
      read: ["rules"],
      sys: ["cpus"],
      inheritEnvironment: ["TOKEN"],
    }),
    {
      allowInheritEnv: ["TOKEN"],
      allowRead: [],
      env: { TOKEN: "s3cret" },
      dotEnv: {
        granted: { OWN: "s3cret", SET: "s3cret" },
        fromEnvironment: ["SET"],
        withheld: [],
        leftOut: ["LD_PRELOAD"],
        server: {},
        holdsKey: false,
      },
    },
  );
  assertEquals(summary, [
    "may reach a.example",
    `may read ${join(project.dir, "rules")}`,
    "may ask the system for cpus",
    "gets from the environment TOKEN",
    "gets from the environment, since .env names it SET",
    "gets from .env OWN",
    "does not get from .env, since it changes how programs load: LD_PRELOAD",
  ]);
});
