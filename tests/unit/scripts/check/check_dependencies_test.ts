import { assertEquals } from "@std/assert";
import { DEPENDENCIES } from "../../../../scripts/check/dependencies.ts";
import { findDependencyFaults } from "../../../../scripts/check_dependencies.ts";

const ALL = Object.fromEntries(Object.keys(DEPENDENCIES).map((name) => [name, `npm:${name}@1.0.0`]));

const CASES: [title: string, imports: Record<string, string>, messages: string[]][] = [
  ["every package with its reason", ALL, []],
  ["a range", { ...ALL, ajv: "npm:ajv@^8.20.0" }, ["npm:ajv@^8.20.0 is not pinned"]],
  ["no version", { ...ALL, ajv: "npm:ajv" }, ["npm:ajv is not pinned"]],
  ["a folder of a package", { ...ALL, "ajv/": "npm:/ajv@8.20.0/" }, []],
  ["a file of ours", { ...ALL, "workflow-code": "./src/core/library.ts" }, []],
  ["a package without a reason", { ...ALL, lodash: "npm:lodash@4.17.21" }, [
    "nothing says why lodash is here",
  ]],
];

for (const [title, imports, messages] of CASES) {
  Deno.test(`findDependencyFaults() of ${title}`, () => {
    const faults = findDependencyFaults(JSON.stringify({ imports }, undefined, 2));
    assertEquals(faults.map((fault) => fault.message), messages);
  });
}

Deno.test("findDependencyFaults() names the line, and a reason without a package", () => {
  const { ajv: _, ...rest } = ALL;
  const faults = findDependencyFaults(
    JSON.stringify({ imports: { lodash: "npm:lodash@4", ...rest } }, undefined, 2),
  );
  assertEquals(faults.map(({ path, line, message }) => `${path}:${line} ${message}`), [
    "deno.json:3 npm:lodash@4 is not pinned",
    "deno.json:3 nothing says why lodash is here",
    "scripts/check/dependencies.ts:1 ajv is not in deno.json",
  ]);
});
