import { assertEquals, assertMatch, assertRejects, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { WorkflowError } from "../../../src/errors.ts";
import { readManifest } from "../../../src/project/manifest.ts";
import { makeProject, manifestWith, PROJECT_ID } from "./temp_project.ts";

async function refusal(files: Record<string, string>): Promise<WorkflowError> {
  await using project = await makeProject(files);
  const error = await assertRejects(() => readManifest(project.dir), WorkflowError);
  assertEquals(error.code, "invalid_project");
  return error;
}

async function workflowFault(workflow: unknown): Promise<string> {
  const error = await refusal({ "package.json": manifestWith({ workflow }) });
  return error.faults.map(({ path, reason }) => `${path}: ${reason}`).join("\n");
}

Deno.test("readManifest() gives what the manifest asks for, untouched", async () => {
  await using project = await makeProject({
    "package.json": manifestWith({
      main: "src/main.mts",
      workflow: {
        permissions: { net: ["api.example.com:443"], read: ["./rules", "/data"], sys: ["cpus"] },
        inheritEnvironment: ["BILLING_TOKEN"],
        mcpServers: ["project-tools"],
        related: { billing: { id: "22222222-2222-4222-8222-222222222222" } },
        model: "small",
      },
    }),
    "src/main.mts": "export default 1;",
  });
  assertEquals(await readManifest(project.dir), {
    dir: project.dir,
    id: PROJECT_ID,
    name: "sample",
    version: "1.2.0",
    main: "src/main.mts",
    mainPath: join(project.dir, "src", "main.mts"),
    permissions: { net: ["api.example.com:443"], read: ["./rules", "/data"], sys: ["cpus"] },
    inheritEnvironment: ["BILLING_TOKEN"],
    mcpServers: ["project-tools"],
    related: { billing: { id: "22222222-2222-4222-8222-222222222222" } },
    model: "small",
  });
});

Deno.test("readManifest() fills in the folder's name, version 0.0.0 and empty lists", async () => {
  await using project = await makeProject({
    "package.json": JSON.stringify({ id: PROJECT_ID, projectType: "workflow" }),
  });
  const { name, version, permissions, inheritEnvironment, mcpServers, related } = await readManifest(
    project.dir,
  );
  assertEquals({ name, version, permissions, inheritEnvironment, mcpServers, related }, {
    name: "project",
    version: "0.0.0",
    permissions: { net: [], read: [], sys: [] },
    inheritEnvironment: [],
    mcpServers: [],
    related: {},
  });
});

Deno.test("readManifest() takes workflow.js where there is no workflow.ts", async () => {
  await using project = await makeProject({ "workflow.js": "export default 1;" });
  assertEquals((await readManifest(project.dir)).main, "workflow.js");
});

Deno.test("readManifest() prefers workflow.ts to workflow.js", async () => {
  await using project = await makeProject({ "workflow.js": "", "workflow.ts": "" });
  assertEquals((await readManifest(project.dir)).main, "workflow.ts");
});

Deno.test("readManifest() accepts a byte order mark", async () => {
  await using project = await makeProject({ "package.json": `\uFEFF${manifestWith({})}` });
  assertEquals((await readManifest(project.dir)).id, PROJECT_ID);
});

Deno.test("readManifest() follows a link to the project folder and gives its real path", async () => {
  await using project = await makeProject();
  await Deno.symlink(project.dir, `${project.dir}-link`, { type: "dir" });
  assertEquals((await readManifest(`${project.dir}-link`)).dir, project.dir);
});

Deno.test("readManifest() says that there is no such folder", async () => {
  await using project = await makeProject();
  const dir = join(project.dir, "absent");
  const error = await assertRejects(() => readManifest(dir), WorkflowError);
  assertEquals(error.message, `Cannot open project ${dir}: there is no such folder`);
});

Deno.test("readManifest() says that it was given a file", async () => {
  await using project = await makeProject();
  const file = join(project.dir, "package.json");
  const error = await assertRejects(() => readManifest(file), WorkflowError);
  assertStringIncludes(error.message, "found a file, expected the folder that has the package.json");
});

Deno.test("readManifest() says that there is no package.json", async () => {
  await using project = await makeProject();
  await Deno.remove(join(project.dir, "package.json"));
  const error = await assertRejects(() => readManifest(project.dir), WorkflowError);
  assertStringIncludes(error.message, "there is no ");
  assertStringIncludes(error.message, "package.json; a workflow project is a folder with one");
});

for (
  const [what, text, line, column] of [
    ["an unexpected token", '{\n  "id": x\n}', 2, 9],
    ["a trailing comma", '{\n  "id": "x",\n}', 3, 1],
    ["an early end", '{\n  "id": "x"\n', 3, 1],
    ["a missing comma", '{"a": 1 "b": 2}', 1, 9],
    ["an empty file", "", 1, 1],
  ] as const
) {
  Deno.test(`readManifest() names line and column of ${what} in package.json`, async () => {
    const error = await refusal({ "package.json": text });
    assertEquals([error.location?.line, error.location?.column], [line, column]);
    assertStringIncludes(error.message, `package.json:${line}:${column}: no JSON`);
  });
}

Deno.test("readManifest() refuses a package.json that is no object", async () => {
  assertStringIncludes((await refusal({ "package.json": "[]" })).message, "found a list, expected an object");
});

for (const type of ["conversation", "kanban"]) {
  Deno.test(`readManifest() refuses a ${type} project and says that only workflows are served`, async () => {
    const error = await refusal({ "package.json": manifestWith({ projectType: type, id: 1 }) });
    assertEquals(error.faults, [{
      path: "projectType",
      reason:
        `found "${type}", expected "workflow": only workflow projects are served; ${type} projects are not served`,
    }]);
  });
}

Deno.test("readManifest() refuses an ordinary folder by its missing projectType alone", async () => {
  const error = await refusal({ "package.json": '{"name": "ordinary"}' });
  assertEquals(error.faults, [{
    path: "projectType",
    reason: 'found nothing, expected "workflow": only workflow projects are served',
  }]);
});

Deno.test("readManifest() suggests a fresh UUID for a missing id", async () => {
  const [first, second] = [
    await refusal({ "package.json": '{"projectType": "workflow"}' }),
    await refusal({ "package.json": '{"projectType": "workflow"}' }),
  ];
  assertMatch(
    first.message,
    /add "id": "[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"/,
  );
  assertEquals(first.message === second.message, false);
});

for (const id of ["", "workflow", 7, null, `${PROJECT_ID} `, PROJECT_ID.replaceAll("-", "")]) {
  Deno.test(`readManifest() refuses the id ${JSON.stringify(id)} and says what was found`, async () => {
    const error = await refusal({ "package.json": manifestWith({ id }) });
    assertEquals(error.faults.map(({ path }) => path), ["id"]);
    assertMatch(error.message, /expected a UUID such as /);
  });
}

Deno.test("readManifest() names every fault, each with its key, what was found and what was expected", async () => {
  const error = await refusal({
    "package.json": manifestWith({
      id: "x",
      version: 2,
      workflow: { permissions: { net: ["https://a.b"] } },
    }),
  });
  assertMatch(error.message, /package\.json has 3 faults\n {2}id: /);
  assertEquals(error.faults, [
    { path: "id", reason: 'found "x", expected a UUID such as 11111111-1111-4111-8111-111111111111' },
    { path: "version", reason: "found 2, expected a text" },
    {
      path: "workflow.permissions.net[0]",
      reason: 'found "https://a.b", expected a host or host:port: leave out the scheme',
    },
  ]);
});

Deno.test("readManifest() suggests the nearest known key inside workflow", async () => {
  assertEquals(
    await workflowFault({ permision: {} }),
    'workflow.permision: unknown key; did you mean "permissions"?',
  );
});

Deno.test("readManifest() says where environment variables are asked for", async () => {
  assertEquals(
    await workflowFault({ permissions: { env: ["A"] } }),
    "workflow.permissions.env: unknown key; name environment variables in workflow.inheritEnvironment",
  );
});

for (const key of ["WORKFLOW_SERVER_URL", "workflow_server_admin_key"]) {
  Deno.test(`readManifest() never lets a project inherit ${key}`, async () => {
    assertStringIncludes(
      await workflowFault({ inheritEnvironment: [key] }),
      "WORKFLOW_SERVER_* is never granted to a project",
    );
  });
}

for (const key of ["LD_PRELOAD", "DYLD_INSERT_LIBRARIES", "NODE_OPTIONS", "DENO_DIR"]) {
  Deno.test(`readManifest() never lets a project inherit ${key}, which changes how programs load`, async () => {
    assertStringIncludes(await workflowFault({ inheritEnvironment: [key] }), "it changes how programs load");
  });
}

for (const key of ["", "A-B", "1A", "A=B", "A B", 5]) {
  Deno.test(`readManifest() refuses ${JSON.stringify(key)} as the name of an environment variable`, async () => {
    assertStringIncludes(
      await workflowFault({ inheritEnvironment: [key] }),
      "workflow.inheritEnvironment[0]: found ",
    );
  });
}

for (const id of ["Tools", "1tools", "a_b", "a".repeat(65), ""]) {
  Deno.test(`readManifest() refuses ${JSON.stringify(id)} as the id of an MCP server`, async () => {
    assertStringIncludes(await workflowFault({ mcpServers: [id] }), "expected the id of an MCP server");
  });
}

Deno.test("readManifest() refuses a ninth MCP server", async () => {
  const mcpServers = Array.from({ length: 9 }, (_, index) => `tools-${index}`);
  assertEquals(
    await workflowFault({ mcpServers }),
    "workflow.mcpServers: found 9 servers, expected at most 8",
  );
});

Deno.test("readManifest() refuses a relation of a project to itself", async () => {
  assertEquals(
    await workflowFault({ related: { me: { id: PROJECT_ID } } }),
    "workflow.related.me.id: found this project's own id, expected another project's",
  );
});

Deno.test("readManifest() refuses an alias that every object has", async () => {
  assertStringIncludes(
    await workflowFault({ related: { constructor: { id: PROJECT_ID } } }),
    "workflow.related.constructor: expected an alias",
  );
});

for (
  const [main, reason] of [
    ["../main.ts", "expected a path inside the project"],
    ["/main.ts", "expected a path inside the project"],
    [".", "expected a path inside the project"],
    ["main.py", "expected a file that ends with .ts, .tsx, .mts, .js, .mjs, .cjs"],
    ["absent.ts", "but there is no "],
    ["folder.ts", "which is not a file"],
    [7, "expected a text"],
  ] as const
) {
  Deno.test(`readManifest() refuses main ${JSON.stringify(main)}: ${reason}`, async () => {
    const error = await refusal({ "package.json": manifestWith({ main }), "folder.ts/x.ts": "" });
    assertEquals(error.faults.map(({ path }) => path), ["main"]);
    assertStringIncludes(error.message, reason);
  });
}

Deno.test("readManifest() refuses a main that is a link out of the project", async () => {
  await using project = await makeProject({
    "../outside.ts": "",
    "package.json": manifestWith({ main: "main.ts" }),
  });
  await Deno.symlink(join(project.dir, "..", "outside.ts"), join(project.dir, "main.ts"));
  const error = await assertRejects(() => readManifest(project.dir), WorkflowError);
  assertStringIncludes(error.message, "a link that leads out of the project");
});

Deno.test("readManifest() says what main may be where there is none", async () => {
  await using project = await makeProject();
  await Deno.remove(join(project.dir, "workflow.ts"));
  const error = await assertRejects(() => readManifest(project.dir), WorkflowError);
  assertStringIncludes(error.message, "main: found nothing, and no workflow.ts or workflow.js");
});

for (const entry of ["~/data", "https://example.com/x", "", "a\0b", 4]) {
  Deno.test(`readManifest() refuses ${JSON.stringify(entry)} as a path to read`, async () => {
    assertStringIncludes(
      await workflowFault({ permissions: { read: [entry] } }),
      "expected a path in the project, or an absolute one",
    );
  });
}

Deno.test("readManifest() refuses a sys name that Deno does not have", async () => {
  assertStringIncludes(await workflowFault({ permissions: { sys: ["cpu"] } }), "expected one of hostname");
});

Deno.test("readManifest() refuses a permission list that is a text", async () => {
  assertEquals(
    await workflowFault({ permissions: { net: "example.com" } }),
    'workflow.permissions.net: found "example.com", expected a list',
  );
});

Deno.test("readManifest() loads neither esbuild nor dotenv", async () => {
  const url = new URL("../../../src/project/manifest.ts", import.meta.url);
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", "--no-lock", url.href],
    cwd: new URL("../../..", import.meta.url),
  }).output();
  const text = new TextDecoder().decode(stdout);
  assertStringIncludes(text, "_manifest_reader.ts");
  assertEquals(/esbuild|dotenv/.exec(text)?.[0], undefined);
});
