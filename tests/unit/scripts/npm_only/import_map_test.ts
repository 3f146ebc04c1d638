import { assertEquals, assertThrows } from "@std/assert";
import config from "../../../../deno.json" with { type: "json" };
import map from "../../../../scripts/npm_only/import_map.json" with { type: "json" };
import { ADAPTERS, npmSpecifiers, toNpmOnlyImports } from "../../../../scripts/npm_only/import_map.ts";
import { lockFaults, toNormalLock } from "../../../../scripts/npm_only/lock_file.ts";

Deno.test("the npm-only import map is what deno.json's imports make of it", () => {
  assertEquals<Record<string, string>>(map.imports, toNpmOnlyImports(config.imports));
});

Deno.test("every npm package is the same in both, every jsr package has an adapter", () => {
  const npmOnly: Record<string, string> = map.imports;
  for (const [name, target] of Object.entries(config.imports)) {
    if (target.startsWith("npm:")) assertEquals(npmOnly[name], target);
  }
  for (const [module, adapter] of Object.entries(ADAPTERS)) assertEquals(npmOnly[module], adapter);
});

Deno.test("toNpmOnlyImports() refuses a jsr package without an adapter", () => {
  assertThrows(() => toNpmOnlyImports({ "@std/yaml": "jsr:@std/yaml@1" }), RangeError, "@std/yaml");
});

Deno.test("npmSpecifiers() gives each package once", () => {
  const imports = { a: "npm:a@1.0.0", "a/": "npm:/a@1.0.0/", b: "jsr:@x/b@1", c: "./c.ts" };
  assertEquals(npmSpecifiers(imports), ["npm:a@1.0.0"]);
});

Deno.test("toNormalLock() keeps the jsr packages that were there and invents none", () => {
  const npmOnly = { version: "5", specifiers: { "npm:a@1": "1.0.0" }, npm: { "a@1.0.0": {} }, workspace: {} };
  const jsr = { "@std/path@1.0.0": { integrity: "x" } };
  const before = { version: "5", specifiers: { "jsr:@std/path@1": "1.0.0", "npm:old@1": "1.0.0" }, jsr };
  assertEquals(toNormalLock(npmOnly, before), {
    version: "5",
    specifiers: { "jsr:@std/path@1": "1.0.0", "npm:a@1": "1.0.0" },
    jsr,
    npm: { "a@1.0.0": {} },
    workspace: {},
  });
  assertEquals(toNormalLock(npmOnly, { version: "5" }), npmOnly);
});

Deno.test("lockFaults() names a package that is not locked, and locks that differ", () => {
  const npmOnly = { version: "5", specifiers: { "npm:a@1": "1.0.0" }, npm: { "a@1.0.0": {} } };
  assertEquals(lockFaults({ npmOnly, normal: npmOnly, specifiers: ["npm:a@1"] }), []);
  assertEquals(lockFaults({ npmOnly, normal: { version: "5", npm: {} }, specifiers: ["npm:b@1"] }), [
    "scripts/npm_only/deno.lock has no npm:b@1",
    "deno.lock and scripts/npm_only/deno.lock differ in their npm packages",
  ]);
});
