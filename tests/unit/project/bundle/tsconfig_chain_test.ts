import { assert, assertEquals } from "@std/assert";
import { join } from "@std/path";
import { findTsconfigChain } from "../../../../src/project/bundle/tsconfig_chain.ts";
import { makeProject } from "../temp_project.ts";

Deno.test("findTsconfigChain() lists a tsconfig.json that does not exist", async () => {
  await using project = await makeProject();
  const path = join(project.dir, "tsconfig.json");
  assertEquals(await findTsconfigChain(path), [path]);
});

Deno.test("findTsconfigChain() follows extends, one or a list, with comments, into packages", async () => {
  await using project = await makeProject({
    "tsconfig.json": '// comment\n{ "extends": ["./base", "@tsconfig/node20"], }',
    "base.json": '{ "extends": "./deeper.json" }',
  });
  const chain = await findTsconfigChain(join(project.dir, "tsconfig.json"));
  for (const path of ["base.json", "deeper.json", "node_modules/@tsconfig/node20/tsconfig.json"]) {
    assert(chain.includes(join(project.dir, path)), path);
  }
});

Deno.test("findTsconfigChain() comes to an end in a circle", async () => {
  await using project = await makeProject({ "tsconfig.json": '{ "extends": "./tsconfig.json" }' });
  assert((await findTsconfigChain(join(project.dir, "tsconfig.json"))).length < 100);
});
