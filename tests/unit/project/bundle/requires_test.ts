import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { WorkflowError } from "../../../../src/errors.ts";
import { openProject } from "../../../../src/project/open_project.ts";
import { makeProject, npmPackage } from "../temp_project.ts";
import { evaluate } from "./_evaluate.ts";

/** What a package exports, evaluated in a bundle; `body` is its CommonJS source. */
async function exported(body: string, files: Record<string, string> = {}, manifest = {}): Promise<unknown> {
  await using project = await makeProject({
    "workflow.ts": 'import own from "own";\nexport const result = own;\nexport default 1;\n',
    ...npmPackage("own", { "index.js": body }, manifest),
    ...files,
  });
  return await evaluate(project);
}

async function refusal(files: Record<string, string>): Promise<string> {
  await using project = await makeProject(files);
  const opened = await openProject(project.dir, { env: {}, cacheDir: project.cacheDir });
  const error = await assertRejects(() => opened.bundle(), WorkflowError);
  assertEquals(error.code, "bundle_failed");
  return error.message.replaceAll(project.dir, "").replaceAll("\\", "/");
}

const USER = { "workflow.ts": 'import "own";\nexport default 1;\n' };

const ADDON = { "build/Release/addon.node": "" };

Deno.test("a package may try for what is not installed, and learns so as in Node", async () => {
  assertEquals(
    await exported(
      "try { require('absent') } catch (error) { module.exports = [error.code, error.message] }",
    ),
    [
      "MODULE_NOT_FOUND",
      'Cannot find module "absent": the package "own" asks for it by a name that is computed at run time, or it is not ' +
      "installed; a bundle has only what is imported by a literal name",
    ],
  );
});

Deno.test("a package may leave a driver out that it requires in a function only", async () => {
  assertEquals(
    await exported("exports.driver = () => require('absent-driver'); exports.ready = 1;"),
    { ready: 1 },
  );
});

Deno.test("a package may load what is not installed with import(), which rejects", async () => {
  assertEquals(
    await exported("module.exports = import(`absent`).then(() => 0, (error) => error.code)"),
    "MODULE_NOT_FOUND",
  );
});

Deno.test("a package that imports statically what is not installed is refused, with what to install", async () => {
  const message = await refusal({
    ...USER,
    ...npmPackage("own", { "index.mjs": 'import "absent";' }, { main: "index.mjs" }),
  });
  assertEquals(
    message,
    '/node_modules/own/index.mjs:1:8: Cannot resolve "absent": run `npm install absent` in the project folder',
  );
});

Deno.test("a name that is computed at run time gives a builtin", async () => {
  assertEquals(
    await exported(
      "const name = 'o' + 's'; module.exports = [require(name).fromCore, require('node:' + name).fromCore]",
    ),
    ["os", "os"],
  );
});

Deno.test("a name that is computed at run time and no builtin names the package that asks", async () => {
  assertEquals(
    await exported(
      "try { require('ab' + String('sent')) } catch (error) { module.exports = [error.code, error.message.slice(0, 47)] }",
    ),
    ["MODULE_NOT_FOUND", 'Cannot find module "absent": the package "own" '],
  );
});

Deno.test("a JSON file is required by its absolute path", async () => {
  assertEquals(
    await exported("module.exports = require(require('path').join(__dirname, 'package.json')).version"),
    "1.0.0",
  );
});

Deno.test("require.resolve() gives the path of what is installed and fails for what is not", async () => {
  const body = `
    const tryTo = (name) => { try { return require.resolve(name) } catch (error) { return error.code } };
    module.exports = [require.resolve("other").endsWith("index.js"), require.resolve("fs"), tryTo("absent"), typeof require.cache, require.main === module];
    try { require.resolve("absent") } catch {}
  `;
  assertEquals(await exported(body, npmPackage("other", { "index.js": "" })), [
    true,
    "fs",
    "MODULE_NOT_FOUND",
    "object",
    false,
  ]);
});

Deno.test("createRequire() comes from the Core's module", async () => {
  assertEquals(
    await exported("module.exports = require('module').createRequire(__filename)('os').fromCore ?? 'os'"),
    "os",
  );
});

Deno.test("a native addon is refused by the name of its package", async () => {
  assertEquals(
    await refusal({
      ...USER,
      ...npmPackage("own", {
        "index.js": 'module.exports = require("./build/Release/addon.node");',
        ...ADDON,
      }),
    }),
    '/node_modules/own/index.js:1:26: Cannot bundle the package "own": it is a native addon, and a run loads none; use a ' +
      "package that is plain JavaScript or WebAssembly",
  );
});

for (const loader of ["bindings", "node-gyp-build", "@mapbox/node-pre-gyp"]) {
  Deno.test(`a native addon that is loaded with ${loader} is refused by the name of its package`, async () => {
    assertStringIncludes(
      await refusal({ ...USER, ...npmPackage("own", { "index.js": `require("${loader}")(__dirname);` }) }),
      'Cannot bundle the package "own": it is a native addon',
    );
  });
}

for (
  const [what, manifest, reason] of [
    ["gypfile", { gypfile: true }, "it is a native addon"],
    ["binary", { binary: { module_name: "x" } }, "it is a native addon"],
    [
      "an install script",
      { scripts: { install: "prebuild-install || node-gyp rebuild" } },
      "it is a native addon",
    ],
    ["what it depends on", { dependencies: { "node-addon-api": "1" } }, "it is a native addon"],
    [
      "a package for each platform",
      { optionalDependencies: { "@img/own-linux-x64": "1" } },
      "it brings machine code for each platform, such as @img/own-linux-x64",
    ],
  ] as const
) {
  Deno.test(`a native addon is known by ${what} in its package.json`, async () => {
    const message = await refusal({ ...USER, ...npmPackage("own", { "index.js": "" }, manifest) });
    assertStringIncludes(
      message,
      `/workflow.ts:1:8: Cannot bundle the package "own": ${reason}, and a run loads none`,
    );
  });
}

Deno.test("a package goes on without a native addon that it tries for", async () => {
  assertEquals(
    await exported(
      "try { module.exports = require('fast') } catch (error) { module.exports = error.message }",
      npmPackage("fast", { "index.js": "" }, { gypfile: true }),
      { dependencies: { fast: "1" } },
    ),
    'Cannot find module "fast": it is a native addon, and a run loads none',
  );
});

Deno.test("a package goes on without its own addon file that it tries for", async () => {
  assertEquals(
    await exported("try { require('./addon.node') } catch (error) { module.exports = error.code }", {
      "node_modules/own/addon.node": "",
    }),
    "MODULE_NOT_FOUND",
  );
});

Deno.test("a package goes on without an installed native driver that it does not depend on", async () => {
  const body = "exports.driver = () => require('driver'); exports.ready = 1;";
  assertEquals(await exported(body, npmPackage("driver", { "index.js": "" }, { gypfile: true })), {
    ready: 1,
  });
});

Deno.test("a package is refused for a native addon that it depends on", async () => {
  const message = await refusal({
    ...USER,
    ...npmPackage("own", { "index.js": "exports.get = () => require('fast');" }, {
      dependencies: { fast: "1" },
    }),
    ...npmPackage("fast", { "index.js": "" }, { gypfile: true }),
  });
  assertStringIncludes(
    message,
    '/node_modules/own/index.js:1:29: Cannot bundle the package "fast": it is a native addon',
  );
});

Deno.test("a JavaScript file that is required as .node is no addon", async () => {
  assertEquals(
    await exported("module.exports = require('./server.node')", {
      [join("node_modules", "own", "server.node.js")]: "module.exports = 3;",
    }),
    3,
  );
});
