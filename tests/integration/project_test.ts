import { assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { structure } from "./harness/project_command.ts";
import { runCommand } from "./harness/run_command.ts";
import { makeProject, type TempProject } from "./harness/temp_project.ts";

const GOOD = define("main: { run: () => 1 }");

interface Refusal {
  /** Completes "structure refuses ...". */
  readonly what: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly manifest?: Readonly<Record<string, unknown>>;
  readonly args?: readonly string[];
  /** Changes the project before it is opened. */
  readonly prepare?: (project: TempProject) => Promise<void>;
  /** Parts of stderr, each on its own. */
  readonly says: readonly string[];
}

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

const MANIFESTS: readonly Refusal[] = [
  {
    what: "a folder without a package.json",
    prepare: ({ dir }) => Deno.remove(join(dir, "package.json")),
    says: ["Cannot open project: there is no <root>/project/package.json"],
  },
  {
    what: "a package.json that is no JSON, with line and column",
    files: { "package.json": '{\n  "id": "x",\n  "name" "y"\n}' },
    says: ["<root>/project/package.json:3:10: no JSON: Expected ':' after property name"],
  },
  {
    what: "a package.json that is no object",
    files: { "package.json": "[]" },
    says: ["<root>/project/package.json: found a list, expected an object"],
  },
  {
    what: "a conversation project",
    manifest: { projectType: "conversation" },
    says: ['package.json: projectType: found "conversation", expected "workflow"'],
  },
  {
    what: "a kanban project",
    manifest: { projectType: "kanban" },
    says: ['package.json: projectType: found "kanban", expected "workflow"'],
  },
  {
    what: "a project of a kind that nobody knows",
    manifest: { projectType: "Workflow" },
    says: ['package.json: projectType: found "Workflow", expected "workflow"'],
  },
  {
    what: "a package.json of no project at all",
    manifest: { projectType: undefined, id: undefined },
    says: ['package.json: projectType: found nothing, expected "workflow"'],
  },
  {
    what: "a project without id, and offers one",
    manifest: { id: undefined },
    says: ["package.json: id: found nothing, expected a UUID that never changes; add"],
  },
  {
    what: "an id that is no UUID",
    manifest: { id: "invoice-triage" },
    says: ['package.json: id: found "invoice-triage", expected a UUID'],
  },
  {
    what: "a main module that is not there",
    manifest: { main: "src/main.ts" },
    says: ['package.json: main: found "src/main.ts", but there is no <root>/project/src/main.ts'],
  },
  {
    what: "a project without any main module",
    files: {},
    says: ["package.json: main: found nothing, and no workflow.ts or workflow.js"],
  },
  {
    what: "a main module outside the project",
    manifest: { main: "../workflow.ts" },
    says: ['package.json: main: found "../workflow.ts", expected a path inside the project'],
  },
  {
    what: "a main module in another language",
    manifest: { main: "workflow.py" },
    says: ['package.json: main: found "workflow.py", expected a file that ends with .ts'],
  },
  {
    what: "a main module that is a link out of the project",
    manifest: { main: "main.ts" },
    prepare: async ({ root, dir }) => {
      await Deno.writeTextFile(join(root, "elsewhere.ts"), GOOD);
      await Deno.symlink("../elsewhere.ts", join(dir, "main.ts"));
    },
    says: [
      'package.json: main: found "main.ts", a link that leads out of the project, to <root>/elsewhere.ts',
    ],
  },
  {
    what: "every fault of the workflow section at once",
    manifest: {
      workflow: {
        inheritEnvironmnet: [],
        permissions: { net: ["https://example.com"], write: ["."], sys: ["everything"] },
        inheritEnvironment: ["NOT A NAME", "WORKFLOW_SERVER_URL", "LD_PRELOAD"],
      },
    },
    says: [
      "workflow.inheritEnvironmnet: unknown key; expected one of",
      'workflow.permissions.net[0]: found "https://example.com", expected a host or host:port',
      "workflow.permissions.write: unknown key; a run writes to its own scratch folder only",
      'workflow.permissions.sys[0]: found "everything", expected one of hostname',
      'workflow.inheritEnvironment[0]: found "NOT A NAME"',
      'workflow.inheritEnvironment[1]: found "WORKFLOW_SERVER_URL"',
      'workflow.inheritEnvironment[2]: found "LD_PRELOAD"',
    ],
  },
  {
    what: "a link that leads out of the project",
    prepare: async ({ root, dir }) => {
      await Deno.mkdir(join(dir, "data"));
      await Deno.symlink(root, join(dir, "data", "up"));
    },
    says: ["<root>/project/data/up: a link that leads out of the project, to <root>\n"],
  },
  {
    what: "a .env that is a folder",
    prepare: ({ dir }) => Deno.mkdir(join(dir, ".env")),
    says: ["Cannot read <root>/project/.env: found a folder, expected a file"],
  },
  {
    what: "what the manifest asks for and nobody grants, with the options that would",
    manifest: { workflow: { inheritEnvironment: ["BILLING_TOKEN"], permissions: { read: ["/etc"] } } },
    says: [
      "workflow.inheritEnvironment[0] asks for the environment variable BILLING_TOKEN, which was not granted",
      'workflow.permissions.read[0] asks to read "/etc", outside the project and not granted',
      "start with --allow-inherit-env BILLING_TOKEN --allow-read /etc",
    ],
  },
  {
    what: "a variable that is granted and not set",
    manifest: { workflow: { inheritEnvironment: ["WORKFLOW_CODE_TEST_UNSET"] } },
    args: ["--allow-inherit-env", "WORKFLOW_CODE_TEST_UNSET"],
    says: ["asks for the environment variable WORKFLOW_CODE_TEST_UNSET, which is granted but not set"],
  },
];

const SOURCES: readonly Refusal[] = [
  {
    what: "a syntax error, with its place",
    files: { "workflow.ts": GOOD.replace("run: ()", "run: (") },
    says: [`<root>/project/workflow.ts:2:64: Unexpected "=>"`],
  },
  {
    what: "a syntax error in an imported file, with its place",
    files: { "workflow.ts": `import "./lib/broken.ts";\n${GOOD}`, "lib/broken.ts": "\nconst x = ;\n" },
    says: ['<root>/project/lib/broken.ts:2:11: Unexpected ";"'],
  },
  {
    what: "every import that cannot be found, and says how to get it",
    files: {
      "workflow.ts":
        `import missing from "left-pad";\nimport other from "./other.ts";\nconsole.log(missing, other);\n${GOOD}`,
    },
    says: [
      '<root>/project/workflow.ts:1:21: Cannot resolve "left-pad": run `npm install left-pad`',
      '<root>/project/workflow.ts:2:19: Cannot resolve "./other.ts": there is no such file',
    ],
  },
  {
    what: "imports as Deno and browsers write them, and says what works instead",
    files: {
      "workflow.ts":
        `import "npm:zod@4";\nimport "jsr:@std/path";\nimport "https://example.com/a.ts";\nimport "node:pth";\n${GOOD}`,
    },
    says: [
      'workflow.ts:1:8: Cannot import "npm:zod@4": run `npm install zod@4`',
      'workflow.ts:2:8: Cannot import "jsr:@std/path"',
      'workflow.ts:3:8: Cannot import "https://example.com/a.ts": code is not loaded from the network',
      'workflow.ts:4:8: Cannot find "node:pth": Node has no such module; did you mean "node:path"?',
    ],
  },
  {
    what: "a file from outside the project",
    files: { "workflow.ts": `import "../outside.ts";\n${GOOD}` },
    prepare: ({ root }) => Deno.writeTextFile(join(root, "outside.ts"), "console.log(1);"),
    says: [
      'workflow.ts:1:8: Cannot import "../outside.ts": it leads to <root>/outside.ts, outside the project',
    ],
  },
  {
    what: "a native addon, by the package that brings it",
    files: {
      "workflow.ts": `import addon from "fast-thing";\nconsole.log(addon);\n${GOOD}`,
      "node_modules/fast-thing/package.json":
        '{ "name": "fast-thing", "version": "1.0.0", "main": "index.js" }',
      "node_modules/fast-thing/index.js": 'module.exports = require("./build/fast.node");',
      "node_modules/fast-thing/build/fast.node": "machine code",
    },
    says: ['Cannot bundle the package "fast-thing": it is a native addon'],
  },
  {
    what: "a module that throws while it loads, with file, line and how it got there",
    files: {
      "workflow.ts": `import "./lib/setup.ts";\n${GOOD}`,
      "lib/setup.ts":
        `interface Gone { a: 1 }\n\nfunction setup(): never {\n  throw new RangeError("no rules");\n}\nsetup();\n`,
    },
    says: [
      "workflow-code: lib/setup.ts:4:9: RangeError: no rules\n",
      "    at setup (file://<root>/project/lib/setup.ts:4:9)\n",
      "    at file://<root>/project/lib/setup.ts:6:1\n",
    ],
  },
  {
    what: "a module that ends the process while it loads",
    files: { "workflow.ts": `process.exit(3);\n${GOOD}` },
    says: ["workflow-code: workflow.ts:1:9: The workflow called process.exit(3)"],
  },
  {
    what: "a main module without default export",
    files: { "workflow.ts": "export const x = 1;\n" },
    says: [
      "<root>/project/workflow.ts",
      "it has no default export; write `export default workflow.define({ ... })`",
    ],
  },
  {
    what: "a default export that only looks like a workflow",
    files: { "workflow.ts": "export default { entrypoints: { main: { run() {} } } };\n" },
    says: [
      "workflow-code: workflow.ts:1:1: The main module's default export is no workflow: write `export default",
    ],
  },
];

const DEFINITIONS: readonly Refusal[] = [
  {
    what: "a malformed entrypoint id, with the place of the definition",
    files: workflow(`"1st try": { run() {} }`),
    says: [
      'workflow.ts:2:25: Cannot read the workflow definition: entrypoints["1st try"]: expected an id that matches ' +
      '^[A-Za-z][A-Za-z0-9_-]{0,63}$, found "1st try"',
    ],
  },
  {
    what: "malformed, negating and reserved param names",
    files: params(
      `"a b": { type: "string" }, "no-mail": { type: "boolean" }, constructor: { type: "string" }, prototype: { type: "string" }`,
    ),
    says: [
      'entrypoints.main.params["a b"]: expected a name that matches',
      'entrypoints.main.params.no-mail: expected a name that does not begin with "no-"',
      "entrypoints.main.params.constructor: expected another name, this one is reserved",
      "entrypoints.main.params.prototype: expected another name, this one is reserved",
    ],
  },
  {
    what: "unknown keys, with the nearest known one",
    files: workflow(`main: { titel: "x", params: { a: { type: "string", requird: true } }, run() {} }`),
    says: [
      'entrypoints.main.titel: unknown key of an entrypoint; did you mean "title"?',
      'entrypoints.main.params.a.requird: unknown key of a param of type "string"; did you mean "required"?',
    ],
  },
  {
    what: "defaults that their own params would refuse",
    files: params(
      `a: { type: "string", default: 3 }, b: { type: "number", minimum: 5, default: 1 },
       c: { type: "checkboxes", options: ["x"], default: ["y"] }, d: { type: "string", format: "date", default: "soon" }`,
    ),
    says: [
      "params.a.default: expected a text, found 3",
      "params.b.default: expected at least the minimum, 5, found 1",
      'params.c.default[0]: expected one of the options ("x"), found "y"',
      'params.d.default: expected a date such as 2026-01-31, found "soon"',
    ],
  },
  {
    what: "a pattern that is no regular expression",
    files: params(`a: { type: "string", pattern: "(" }`),
    says: ['params.a.pattern: expected a regular expression, found "("'],
  },
  {
    what: "an unknown type and a missing one",
    files: params(`a: { type: "text" }, b: {}`),
    says: [
      'params.a.type: expected one of "string"',
      'found "text"',
      "params.b.type: expected one of",
      "found nothing",
    ],
  },
  {
    what: "an entrypoint without run",
    files: workflow(`main: { title: "Main" }`),
    says: ["entrypoints.main.run: expected a function, found nothing"],
  },
  {
    what: "a workflow without entrypoints",
    files: workflow(""),
    says: ["entrypoints: expected at least one entrypoint, found none"],
  },
];

// One for all: each new one has to unpack esbuild.
const dataDir = await Deno.makeTempDir({ prefix: "workflow-code-test-" });
Deno.test.afterAll(() => Deno.remove(dataDir, { recursive: true }));

for (const refusal of [...MANIFESTS, ...SOURCES, ...DEFINITIONS]) {
  Deno.test(`structure refuses ${refusal.what}`, async () => {
    const { files = { "workflow.ts": GOOD }, manifest, args, prepare, says } = refusal;
    await using project = await makeProject(files, manifest);
    await prepare?.(project);
    const { code, stdout, stderr } = await structure({ ...project, dataDir }, args);
    for (const part of says) assertStringIncludes(stderr, part);
    assertEquals({ code, stdout }, { code: 1, stdout: "" });
  });
}

Deno.test("structure refuses a folder that is not there", async () => {
  const { code, stdout, stderr } = await runCommand(["structure", "/no/such/folder"]);
  assertEquals({ code, stdout }, { code: 1, stdout: "" });
  assertStringIncludes(stderr, "Cannot open project /no/such/folder: there is no such folder");
});

Deno.test("structure refuses a file in place of a folder", async () => {
  await using project = await makeProject({ "workflow.ts": GOOD });
  const file = join(project.dir, "workflow.ts");
  const { code, stdout, stderr } = await runCommand(["structure", file]);
  assertEquals({ code, stdout }, { code: 1, stdout: "" });
  assertStringIncludes(stderr, `Cannot open project ${file}: found a file, expected the folder`);
});

Deno.test("a refused project leaves nothing on the disk", async () => {
  await using project = await makeProject({ "workflow.ts": GOOD }, { projectType: "kanban" });
  await structure(project);
  assertEquals(await Array.fromAsync(Deno.readDir(project.root), ({ name }) => name), ["project"]);
});

Deno.test("the id that is offered for a project without one is a UUID that is then accepted", async () => {
  await using project = await makeProject({ "workflow.ts": GOOD }, { id: undefined });
  const [id] = UUID.exec((await structure(project)).stderr) ?? [];
  await using mended = await makeProject({ "workflow.ts": GOOD }, { id });
  const { code, stdout } = await structure(mended);
  assertEquals({ code, id: JSON.parse(stdout).project.id }, { code: 0, id });
});

function define(entrypoints: string): string {
  return `import { workflow } from "workflow-code";\nexport default workflow.define({ entrypoints: { ${entrypoints} } });\n`;
}

function workflow(entrypoints: string): Record<string, string> {
  return { "workflow.ts": define(entrypoints) };
}

function params(text: string): Record<string, string> {
  return workflow(`main: { params: { ${text} }, run() {} }`);
}
