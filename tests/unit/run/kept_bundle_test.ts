import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { join } from "@std/path";
import { WorkflowError } from "../../../src/errors.ts";
import { KeptBundle } from "../../../src/run/kept_bundle.ts";

const CODE = "export default 1; // é\n".repeat(10_000);

Deno.test("KeptBundle puts a bundle back as often as its folder is deleted, and leaves one alone that is there", async () => {
  const root = await Deno.makeTempDir();
  try {
    const folder = join(root, "bundles", "id");
    const path = join(folder, "bundle.js");
    await Deno.mkdir(folder, { recursive: true });
    await Deno.writeTextFile(path, CODE);
    using kept = await KeptBundle.open({ id: "id", path });
    for (const gone of ["bundles", "bundles/id/bundle.js"]) {
      await Deno.remove(join(root, gone), { recursive: true });
      kept.restore();
      assertEquals(await Deno.readTextFile(path), CODE);
      assertEquals(Array.from(Deno.readDirSync(folder), ({ name }) => name), ["bundle.js"]);
    }
    const { ino } = await Deno.stat(path);
    kept.restore();
    assertEquals((await Deno.stat(path)).ino, ino);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});

Deno.test("KeptBundle says what it cannot read or write", async () => {
  const root = await Deno.makeTempDir();
  try {
    const path = join(root, "bundles", "bundle.js");
    await assertRejects(
      () => KeptBundle.open({ id: "id", path }),
      WorkflowError,
      `Cannot read the bundle at ${path}`,
    );
    await Deno.mkdir(join(root, "bundles"));
    await Deno.writeTextFile(path, CODE);
    using kept = await KeptBundle.open({ id: "id", path });
    await Deno.remove(join(root, "bundles"), { recursive: true });
    await Deno.writeTextFile(join(root, "bundles"), "");
    assertThrows(() => kept.restore(), WorkflowError, `Cannot write the bundle to ${path}`);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});
