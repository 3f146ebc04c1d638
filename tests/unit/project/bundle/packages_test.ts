import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import {
  isAmongPackages,
  nodeModulesDirs,
  packageNameOf,
  packageNameOfFile,
  Packages,
} from "../../../../src/project/bundle/packages.ts";
import { makeProject, npmPackage } from "../temp_project.ts";

for (
  const [specifier, name] of [
    ["zod", "zod"],
    ["zod/v4/core.js", "zod"],
    ["@scope/name", "@scope/name"],
    ["@scope/name/sub", "@scope/name"],
    ["punycode/", "punycode"],
    ["./x", undefined],
    ["../x", undefined],
    ["/x", undefined],
    ["#x", undefined],
    ["@scope", undefined],
    ["", undefined],
  ] as const
) {
  Deno.test(`packageNameOf() takes ${name} from "${specifier}"`, () => {
    assertEquals(packageNameOf(specifier), name);
  });
}

for (
  const [path, name] of [
    ["/p/node_modules/a/index.js", "a"],
    ["/p/node_modules/@s/a/lib/x.js", "@s/a"],
    ["/p/node_modules/.pnpm/a@1.0.0/node_modules/a/x.js", "a"],
    ["/p/node_modules/a/node_modules/b/x.js", "b"],
    ["C:\\p\\node_modules\\@s\\a\\x.js", "@s/a"],
    ["/p/src/x.js", undefined],
    ["/p/node_modules_old/a/x.js", undefined],
  ] as const
) {
  Deno.test(`packageNameOfFile() finds ${path} in ${name ?? "no package"}`, () => {
    assertEquals(packageNameOfFile(path), name);
    assertEquals(isAmongPackages(path), name !== undefined);
  });
}

Deno.test("nodeModulesDirs() goes up to the root and looks for none inside a node_modules", () => {
  if (Deno.build.os === "windows") return;
  assertEquals(nodeModulesDirs("/p/node_modules/a"), [
    "/p/node_modules/a/node_modules",
    "/p/node_modules",
    "/node_modules",
  ]);
});

Deno.test("Packages finds the nearest package and gives its real folder and its manifest", async () => {
  await using project = await makeProject({
    ...npmPackage("a", {}, { version: "1.0.0" }),
    "sub/node_modules/.keep": "",
    "../linked/package.json": '{"version": "2.0.0"}',
  });
  const link = join(project.dir, "sub", "node_modules", "a");
  await Deno.symlink(join(project.dir, "..", "linked"), link, { type: "dir" });
  const packages = new Packages();
  assertEquals(packages.find("a", join(project.dir, "lib"))?.manifest.version, "1.0.0");
  assertEquals(packages.find("a", join(project.dir, "sub", "deep")), {
    name: "a",
    linkPath: link,
    dir: join(project.dir, "..", "linked"),
    manifest: { version: "2.0.0" },
  });
  assertEquals(packages.find("absent", project.dir), undefined);
});
