import { assertEquals } from "@std/assert";
import { findImports } from "../../../../scripts/check/find_imports.ts";
import { findImportFaults } from "../../../../scripts/check_imports.ts";

Deno.test("findImports() sees every form of import and no example in a comment", () => {
  const text = `import { a } from "./a.ts";
import type { B } from "./b.ts";
import "./c.ts";
import {
  d,
} from "./d.ts";
export { e } from "./e.ts";
/**
 * import { no } from "./no.ts";
 */
// import("./no.ts");
const f = await import("./f.ts");
type G = import("./g.ts").G;
const text = 'from "./no.ts"';
export const h = 1;
export function i() {}
`;
  assertEquals(findImports(text), [
    { specifier: "./a.ts", line: 1 },
    { specifier: "./b.ts", line: 2 },
    { specifier: "./c.ts", line: 3 },
    { specifier: "./d.ts", line: 6 },
    { specifier: "./e.ts", line: 7 },
    { specifier: "./f.ts", line: 12 },
    { specifier: "./g.ts", line: 13 },
  ]);
});

const IMPORTS = { "workflow-code": "./src/core/library.ts", ajv: "npm:ajv@8.20.0" };

const CASES: [title: string, files: Record<string, string[]>, faults: string[]][] = [
  ["downwards", { "src/cli/run.ts": ["../mcp/server.ts"], "src/mcp/server.ts": ["../errors.ts"] }, []],
  ["upwards", { "src/core/api.ts": ["../run/pool.ts"] }, [
    "src/core/api.ts:1 imports src/run/pool.ts: core is below run",
  ]],
  ["upwards from the lowest file", { "src/errors.ts": ["./mcp/a.ts"] }, [
    "src/errors.ts:1 imports src/mcp/a.ts: errors is below mcp",
  ]],
  ["from a folder without a rank", { "src/misc/a.ts": ["../errors.ts"] }, [
    "src/misc/a.ts:1 is in src/misc, which has no rank",
  ]],
  ["a private file of its own folder", { "src/run/a.ts": ["./_b.ts"] }, []],
  ["a private file of another folder", { "src/run/a.ts": ["./deep/_b.ts"] }, [
    "src/run/a.ts:1 imports src/run/deep/_b.ts, which is for its own folder only",
  ]],
  ["scripts from src", { "src/run/a.ts": ["../../scripts/build.ts"] }, [
    "src/run/a.ts:1 imports scripts/build.ts from outside src",
  ]],
  ["src from scripts", { "scripts/a.ts": ["../src/run/a.ts"] }, []],
  ["a file through deno.json's imports", { "src/run/a.ts": ["workflow-code"] }, []],
  ["a package where it belongs", { "src/params/a.ts": ["ajv"] }, []],
  ["a package where it does not", { "src/run/a.ts": ["dotenv"] }, [
    'src/run/a.ts:1 imports "dotenv", which does not belong here',
  ]],
  ["any package from tests", { "tests/unit/a_test.ts": ["dotenv", "@std/assert", "node:fs"] }, []],
  ["a package that is not declared", { "src/run/a.ts": ["lodash"] }, [
    'src/run/a.ts:1 imports "lodash", which is not declared',
  ]],
  ["a jsr module without an adapter", { "src/cli/a.ts": ["@std/cli/unicode-width"] }, [
    'src/cli/a.ts:1 imports "@std/cli/unicode-width", which has no npm-only adapter',
  ]],
  ["a cycle of files", { "src/run/a.ts": ["./b.ts"], "src/run/b.ts": ["./a.ts"] }, [
    "src/run/a.ts:1 closes a cycle: src/run/a.ts → src/run/b.ts → src/run/a.ts",
  ]],
  ["a cycle of folders of one rank", {
    "src/store/a.ts": ["../project/b.ts"],
    "src/project/c.ts": ["../store/d.ts"],
  }, [
    "src/store/a.ts:1 closes a cycle: store → project → store",
  ]],
];

for (const [title, files, expected] of CASES) {
  Deno.test(`findImportFaults() of ${title}`, () => {
    const sources = Object.entries(files).map(([path, specifiers]) => ({
      path,
      text: specifiers.map((specifier) => `import "${specifier}";`).join("\n"),
    }));
    const faults = findImportFaults(sources, IMPORTS);
    assertEquals(faults.map(({ path, line, message }) => `${path}:${line} ${message}`), expected);
  });
}
