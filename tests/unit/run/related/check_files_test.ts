import { assertEquals, assertRejects } from "@std/assert";
import { join } from "@std/path";
import { parseDefinition } from "../../../../src/core/parse_definition.ts";
import { WorkflowError } from "../../../../src/errors.ts";
import { checkFiles } from "../../../../src/run/related/check_files.ts";

const { entrypoints: [entrypoint] } = parseDefinition({
  entrypoints: {
    main: {
      params: { one: { type: "file" }, many: { type: "file", multiple: true }, text: { type: "string" } },
      run: true,
    },
  },
});
if (!entrypoint) throw new Error("no entrypoint");

async function inFolders(fn: (root: string) => Promise<void>): Promise<void> {
  const root = await Deno.realPath(await Deno.makeTempDir());
  try {
    for (const dir of ["mine", "mine-too", "others"]) await Deno.mkdir(join(root, dir));
    for (const path of ["mine/a", "mine/hidden", "mine-too/a", "others/a"]) {
      await Deno.writeTextFile(join(root, path), "");
    }
    await Deno.symlink(join(root, "others", "a"), join(root, "mine", "link"));
    await fn(root);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

Deno.test("checkFiles() lets files of the caller's folders through, and other values as they are", async () => {
  await inFolders(async (root) => {
    const [mine, own] = [join(root, "mine", "a"), join(root, "others", "a")];
    const values = { one: mine, many: [own, join(root, "mine", "..", "mine", "a")], text: "/etc/passwd" };
    assertEquals(await checkFiles(entrypoint, { values, readable: [join(root, "mine"), own], hidden: [] }), {
      one: mine,
      many: [own, mine],
      text: "/etc/passwd",
    });
  });
});

for (const path of ["mine/hidden", "mine-too/a", "others/a", "mine/link", "mine/../others/a", "nothing"]) {
  Deno.test(`checkFiles() refuses ${path}, which is not in the caller's folder, naming the param`, async () => {
    await inFolders(async (root) => {
      const values = { many: [join(root, "mine", "a"), join(root, path)] };
      const error = await assertRejects(
        () =>
          checkFiles(entrypoint, {
            values,
            readable: [join(root, "mine")],
            hidden: [join(root, "mine", "hidden")],
          }),
        WorkflowError,
      );
      assertEquals([error.code, error.faults.map((fault) => fault.path)], ["invalid_arguments", ["many[1]"]]);
    });
  });
}
