import { assertEquals, assertMatch, assertRejects, assertStringIncludes } from "@std/assert";
import { join, toFileUrl } from "@std/path";
import { WorkflowError } from "../../../../src/errors.ts";
import { openProject } from "../../../../src/project/open_project.ts";
import { makeProject, manifestWith, npmPackage, type TempProject } from "../temp_project.ts";
import { evaluate } from "./_evaluate.ts";

/** A main module that exports `result`. */
function main(result: string, imports = ""): string {
  return `${imports}\nexport const result = ${result};\nexport default 1;\n`;
}

async function resultOf(files: Record<string, string>): Promise<unknown> {
  await using project = await makeProject(files);
  return await evaluate(project);
}

async function refusal(files: Record<string, string>): Promise<WorkflowError & { dir: string }> {
  await using project = await makeProject(files);
  return await bundleRefusal(project);
}

async function bundleRefusal({ dir, cacheDir }: TempProject): Promise<WorkflowError & { dir: string }> {
  const project = await openProject(dir, { env: {}, cacheDir });
  const error = await assertRejects(() => project.bundle(), WorkflowError);
  assertEquals(error.code, "bundle_failed");
  return Object.assign(error, { dir });
}

Deno.test("a bundle reaches the Core by importing workflow-code, whatever package has that name", async () => {
  assertEquals(
    await resultOf({
      "workflow.ts":
        'import { workflow } from "workflow-code";\nexport const result = typeof workflow.define;\n' +
        "export default workflow.define({ entrypoints: {} });\n",
      ...npmPackage("workflow-code", { "index.js": "exports.workflow = {};" }),
    }),
    "function",
  );
});

Deno.test("a bundle reaches the Core from CommonJS", async () => {
  const source =
    'const { workflow } = require("workflow-code");\nmodule.exports = workflow.define({ entrypoints: {} });\n' +
    "module.exports.result = typeof workflow.define;\n";
  assertEquals(
    await resultOf({ "package.json": manifestWith({ main: "main.cjs" }), "main.cjs": source }),
    "function",
  );
});

Deno.test("every way to import a node: module gives the object that the Core keeps", async () => {
  assertEquals(
    await resultOf({
      "workflow.ts": main(
        "[fs.fromCore, all.fromCore, readFileSync === fs.readFileSync, own.fromCore, (await import(`fs`)).default.fromCore, sub.fromCore]",
        'import fs, { readFileSync } from "node:fs";\nimport * as all from "fs";\nimport own from "./own.cjs";\n' +
          'import sub from "fs/promises";',
      ),
      "own.cjs": 'module.exports = require("fs");',
    }),
    ["fs", "fs", true, "fs", "fs", "fs/promises"],
  );
});

Deno.test("a bare events means node:events, also where a package of that name is installed", async () => {
  assertEquals(
    await resultOf({
      "workflow.ts": main(
        "[EventEmitter.fromCore, typeof once, own]",
        'import EventEmitter, { once } from "events";\nimport own from "user";',
      ),
      ...npmPackage("events", { "index.js": "module.exports = 'npm';" }),
      ...npmPackage("user", { "index.js": "module.exports = require('events').fromCore;" }),
    }),
    ["events", "function", "events"],
  );
});

Deno.test("a builtin's name with a slash at its end means the package", async () => {
  assertEquals(
    await resultOf({
      "workflow.ts": main("own", 'import own from "punycode/";'),
      ...npmPackage("punycode", { "index.js": "module.exports = 'npm';" }),
    }),
    "npm",
  );
});

Deno.test("an unknown node: module is refused with the nearest known", async () => {
  const error = await refusal({ "workflow.ts": main("1", 'import "node:fss";') });
  assertStringIncludes(
    error.message,
    'Cannot find "node:fss": Node has no such module; did you mean "node:fs"?',
  );
});

Deno.test("__dirname and import.meta keep the values of their own file", async () => {
  await using project = await makeProject({
    "workflow.ts": main("[own, place()]", 'import own from "own";\nimport { place } from "./lib/place.ts";'),
    "lib/place.ts":
      "export const place = (): unknown => [import.meta.url, import.meta.dirname, import.meta.filename, __filename];",
    ...npmPackage("own", { "index.js": "module.exports = [__dirname, __filename];" }),
  });
  const file = join(project.dir, "lib", "place.ts");
  const own = join(project.dir, "node_modules", "own");
  assertEquals(await evaluate(project), [
    [own, join(own, "index.js")],
    [toFileUrl(file).href, join(project.dir, "lib"), file, file],
  ]);
});

Deno.test("a file that declares its own __dirname keeps it, and a text with that word its words", async () => {
  assertEquals(
    await resultOf({
      "workflow.ts": main('[__dirname, "import.meta.url __dirname"]', 'const __dirname = "own";'),
    }),
    ["own", "import.meta.url __dirname"],
  );
});

Deno.test(
  "JSON, texts, enums, classes and tsconfig paths are bundled as TypeScript has them",
  async () => {
    assertEquals(
      await resultOf({
        "workflow.ts": main(
          "[data.a, note, Mode.Deep, alias, new Point(1).x]",
          'import data from "./data.json";\nimport note from "./note.md" with { type: "text" };\n' +
            'import { alias } from "@lib/alias";\nenum Mode { Fast, Deep }\nclass Point { constructor(readonly x: number) {} }',
        ),
        "data.json": '{"a": 1}',
        "note.md": "# note",
        "lib/alias.ts": "export const alias: string = 'alias';",
        "tsconfig.json": '{ "compilerOptions": { "paths": { "@lib/*": ["./lib/*"] } } } // comment',
      }),
      [1, "# note", 1, "alias", 1],
    );
  },
);

Deno.test("a main module in TSX without JSX works", async () => {
  assertEquals(
    await resultOf({ "package.json": manifestWith({ main: "main.tsx" }), "main.tsx": main("1 as number") }),
    1,
  );
});

Deno.test("an error thrown by a bundle names file, line and column of the author's source", async () => {
  await using project = await makeProject({
    "workflow.ts": main(
      "boom()",
      'interface Unused {\n  a: string;\n}\nimport { boom } from "./lib/boom.ts";',
    ),
    "lib/boom.ts": "type A = string;\n\nexport function boom(): A {\n  throw new Error(__filename);\n}\n",
  });
  const error = await assertRejects(() => evaluate(project), Error);
  assertStringIncludes(error.message, `${toFileUrl(join(project.dir, "lib", "boom.ts"))}:4:9`);
  assertStringIncludes(error.message, `${toFileUrl(join(project.dir, "workflow.ts"))}:5:23`);
});

Deno.test("an error thrown by a package names file and line of the package, whatever map it ships", async () => {
  await using project = await makeProject({
    "workflow.ts": main("own.boom()", 'import own from "own";'),
    ...npmPackage("own", {
      "index.js":
        "\n\nexports.boom = () => {\n  throw new Error(__dirname);\n};\n//# sourceMappingURL=index.js.map\n",
      "index.js.map": JSON.stringify({
        version: 3,
        sources: ["absent.ts"],
        names: [],
        mappings: ";;AAgBA;AAgBA",
      }),
    }),
  });
  const error = await assertRejects(() => evaluate(project), Error);
  const own = toFileUrl(join(project.dir, "node_modules", "own", "index.js"));
  assertStringIncludes(error.message, `${own}:4:`);
});

Deno.test("a main module without a default export is refused by its name", async () => {
  const error = await refusal({ "workflow.ts": "export const a = 1;\n" });
  assertEquals(
    error.message,
    `${join(error.dir, "workflow.ts")}: Cannot serve workflow.ts: it has no default export; write ` +
      "`export default workflow.define({ ... })`",
  );
});

Deno.test("a syntax error names file, line and column, counted as editors do", async () => {
  const error = await refusal({
    "workflow.ts": 'import "./lib/bad.ts";\nexport default 1;\n',
    "lib/bad.ts": '\nconst ä = "💥"; const = 1;\n',
  });
  assertEquals(error.location, { file: join(error.dir, "lib", "bad.ts"), line: 2, column: 23 });
  assertStringIncludes(
    error.message,
    `${join(error.dir, "lib", "bad.ts")}:2:23: Expected identifier but found "="`,
  );
});

Deno.test("all syntax errors of a project are reported at once", async () => {
  const error = await refusal({
    "workflow.ts": 'import "./a.ts";\nimport "./b.ts";\nexport default 1;\n',
    "a.ts": "const = 1;",
    "b.ts": "const = 1;",
  });
  assertEquals(error.faults.map(({ path }) => path).sort(), [
    `${join(error.dir, "a.ts")}:1:7`,
    `${join(error.dir, "b.ts")}:1:7`,
  ]);
});

for (
  const [specifier, hint] of [
    ["zod", 'Cannot resolve "zod": run `npm install zod` in the project folder'],
    ["@scope/pkg/deep", "run `npm install @scope/pkg` in the project folder"],
    ["./absent.ts", 'Cannot resolve "./absent.ts": there is no such file'],
    ["npm:zod@3", 'run `npm install zod@3` in the project folder and import "zod"'],
    ["jsr:@std/path@1", 'run `npx jsr add @std/path` in the project folder and import "@std/path"'],
    ["https://esm.sh/zod", "code is not loaded from the network"],
    ["file:///x.ts", "import files by a relative path"],
    ["bun:sqlite", "it belongs to another runtime"],
  ] as const
) {
  Deno.test(`an import of ${specifier} is refused with its place and what works instead`, async () => {
    const error = await refusal({ "workflow.ts": main("1", `\nimport "${specifier}";`) });
    assertStringIncludes(error.message, `${join(error.dir, "workflow.ts")}:2:8: `);
    assertStringIncludes(error.message, hint);
  });
}

Deno.test("an import of a file that is no module says how to import its text", async () => {
  const error = await refusal({ "workflow.ts": main("1", 'import "./note.md";'), "note.md": "# note" });
  assertStringIncludes(
    error.message,
    'workflow.ts:1:8: Cannot import note.md: .md files are no modules; `with { type: "text" }` gives their text',
  );
});

Deno.test("a file is imported as bytes", async () => {
  const source = main("[...bytes]", 'import bytes from "./a.bin" with { type: "bytes" };');
  assertEquals(await resultOf({ "workflow.ts": source, "a.bin": "AB" }), [65, 66]);
});

Deno.test("a project may have a bundle.js of its own", async () => {
  assertEquals(
    await resultOf({
      "workflow.ts": main("a", 'import { a } from "./bundle.js";'),
      "bundle.js": "export const a = 1;",
    }),
    1,
  );
});

Deno.test("a file outside the project is refused by name", async () => {
  const error = await refusal({
    "workflow.ts": main("1", 'import { a } from "./lib/b.ts";\na;'),
    "lib/b.ts": '\nexport { a } from "../../outside.ts";',
    "../outside.ts": "export const a = 1;",
  });
  const outside = join(error.dir, "..", "outside.ts");
  assertStringIncludes(
    error.message,
    `${
      join(error.dir, "lib", "b.ts")
    }:2:19: Cannot import "../../outside.ts": it leads to ${outside}, outside the project`,
  );
});

Deno.test("a file outside the project is refused when an alias of tsconfig leads there", async () => {
  const error = await refusal({
    "workflow.ts": main("a", 'import { a } from "@out/outside.ts";'),
    "tsconfig.json": '{ "compilerOptions": { "paths": { "@out/*": ["../*"] } } }',
    "../outside.ts": "export const a = 1;",
  });
  assertStringIncludes(error.message, 'Cannot import "@out/outside.ts"');
});

Deno.test("packages of a workspace and of pnpm work, wherever their files really are", async () => {
  await using project = await makeProject({
    "workflow.ts": main("[ui, a]", 'import ui from "ui";\nimport a from "a";'),
    "../packages/ui/package.json": '{"name": "ui", "main": "src/index.js"}',
    "../packages/ui/src/index.js": 'module.exports = "ui of " + require("./part");',
    "../packages/ui/src/part.js": 'module.exports = "parts";',
    "node_modules/.pnpm/a@1.0.0/node_modules/a/package.json": '{"name": "a"}',
    "node_modules/.pnpm/a@1.0.0/node_modules/a/index.js": 'module.exports = "a with " + require("b");',
    "node_modules/.pnpm/a@1.0.0/node_modules/b/package.json": '{"name": "b"}',
    "node_modules/.pnpm/a@1.0.0/node_modules/b/index.js": 'module.exports = "b";',
  });
  const modules = join(project.dir, "node_modules");
  await Deno.symlink(join(project.dir, "..", "packages", "ui"), join(modules, "ui"), { type: "dir" });
  await Deno.symlink(join(".pnpm", "a@1.0.0", "node_modules", "a"), join(modules, "a"), { type: "dir" });
  assertEquals(await evaluate(project), ["ui of parts", "a with b"]);
});

Deno.test("a package gets Node's variant, in ESM by import and CommonJS by require", async () => {
  const exports = {
    ".": {
      deno: "./deno.js",
      browser: "./browser.js",
      node: { import: "./esm.mjs", require: "./cjs.cjs" },
      default: "./default.js",
    },
  };
  assertEquals(
    await resultOf({
      "workflow.ts": main("[a, user]", 'import a from "a";\nimport user from "user";'),
      ...npmPackage("a", {
        "deno.js": "",
        "browser.js": "",
        "default.js": "",
        "esm.mjs": "export default 'esm';",
        "cjs.cjs": "module.exports = 'cjs';",
      }, { exports }),
      ...npmPackage("user", { "index.js": "module.exports = require('a');" }),
    }),
    ["esm", "cjs"],
  );
});

Deno.test("a module that is chosen at run time among the project's own is in the bundle", async () => {
  assertEquals(
    await resultOf({
      "workflow.ts": main("(await import(`./steps/${name}.ts`)).default", "const name = 'b' as string;"),
      "steps/a.ts": "export default 'a';",
      "steps/b.ts": "export default 'b';",
    }),
    "b",
  );
});

Deno.test("npm packages get timers that they can unref", async () => {
  assertEquals(
    await resultOf({
      "workflow.ts": main("own", 'import own from "own";'),
      ...npmPackage("own", {
        "index.js":
          "const timer = setTimeout(() => {}, 1000); timer.unref(); clearTimeout(timer); module.exports = typeof timer;",
      }),
    }),
    "object",
  );
});

Deno.test("bundling leaves no process behind that would keep the program alive", async () => {
  await using project = await makeProject();
  const url = new URL("../../../../src/project/bundle/make_bundle.ts", import.meta.url);
  const manifest = JSON.stringify({
    dir: project.dir,
    main: "workflow.ts",
    mainPath: join(project.dir, "workflow.ts"),
  });
  const script = join(project.dir, "script.ts");
  await Deno.writeTextFile(
    script,
    `import { makeBundle } from ${JSON.stringify(url.href)};\n` +
      `const { code } = await makeBundle(${manifest}, { cacheDir: "" });\nconsole.log(code.length > 0);\n`,
  );
  const root = new URL("../../../../", import.meta.url);
  const map = Deno.env.get("WORKFLOW_CODE_NPM_ONLY") === "1"
    ? ["--import-map=scripts/npm_only/import_map.json"]
    : [];
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-lock", "--config=deno.json", ...map, script],
    cwd: root,
    signal: AbortSignal.timeout(20_000),
  }).output();
  assertEquals([code, new TextDecoder().decode(stdout)], [0, "true\n"], new TextDecoder().decode(stderr));
});

Deno.test("a bundle is one file below the cache folder, named by its content", async () => {
  await using project = await makeProject();
  const opened = await openProject(project.dir, { env: {}, cacheDir: project.cacheDir });
  const { id, path, inputs } = await opened.bundle();
  assertMatch(id, /^[0-9a-f]{64}$/);
  assertEquals(path, join(project.cacheDir, "bundles", id, "bundle.js"));
  assertEquals(inputs, [join(project.dir, "workflow.ts")]);
  assertEquals(
    (await Array.fromAsync(Deno.readDir(join(project.cacheDir, "bundles")))).map(({ name }) => name).sort(),
    [id, "index"],
  );
});
