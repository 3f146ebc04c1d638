import { assertEquals } from "@std/assert";
import { toNpmPath } from "../../../../scripts/build/deno_resolver_plugin.ts";

const CASES: [specifier: string, expected: string | undefined][] = [
  ["npm:ajv@8.20.0", "ajv"],
  ["npm:/ajv@8.20.0", "ajv"],
  ["npm:/ajv@8.20.0/dist/2020.js", "ajv/dist/2020.js"],
  ["npm:ajv", "ajv"],
  ["npm:@scope/name@1.0.0", "@scope/name"],
  ["npm:/@scope/name@1.0.0/sub/path.js", "@scope/name/sub/path.js"],
  ["npm:@scope/name/sub.js", "@scope/name/sub.js"],
  ["node:fs", undefined],
  ["file:///a.ts", undefined],
  ["https://example.com/npm:ajv", undefined],
];

for (const [specifier, expected] of CASES) {
  Deno.test(`toNpmPath("${specifier}") is ${expected}`, () => assertEquals(toNpmPath(specifier), expected));
}
