import { assertEquals, assertThrows } from "@std/assert";
import { join } from "@std/path";
import { type IndexedProject, ProjectIndex } from "../../../../src/desktop/data/project_index.ts";
import { WorkflowError } from "../../../../src/errors.ts";

const PROJECT: IndexedProject = { userDataDir: "/u", dataDir: "/d", dir: "/p", projectId: "1", name: "n" };

function tempIndex() {
  const dir = Deno.makeTempDirSync();
  return {
    dir,
    path: join(dir, "projects.json"),
    index: new ProjectIndex(dir),
    [Symbol.dispose]: () => Deno.removeSync(dir, { recursive: true }),
  };
}

Deno.test("the index has nothing, and makes nothing, before something is written", () => {
  using temp = tempIndex();
  assertEquals(temp.index.get("x"), undefined);
  assertEquals(temp.index.get("__proto__"), undefined);
  assertEquals([...Deno.readDirSync(temp.dir)], []);
});

Deno.test("the index gives back what was written, in a private file", async () => {
  using temp = tempIndex();
  await temp.index.update((all) => ({ ...all, a: PROJECT }));
  assertEquals(new ProjectIndex(temp.dir).get("a"), PROJECT);
  if (Deno.build.os !== "windows") assertEquals((Deno.statSync(temp.path).mode ?? 0) & 0o777, 0o600);
});

Deno.test("updates at the same time lose nothing", async () => {
  using temp = tempIndex();
  const ids = Array.from({ length: 20 }, (_, index) => `id-${index}`);
  await Promise.all(ids.map((id) => new ProjectIndex(temp.dir).update((all) => ({ ...all, [id]: PROJECT }))));
  assertEquals(ids.map((id) => temp.index.get(id)?.name), ids.map(() => "n"));
});

Deno.test("an index that is something else is refused by name, and left as it is", async () => {
  for (const text of ["", "[]", '{"version":2,"projects":{}}', '{"version":1,"projects":{"a":null}}']) {
    using temp = tempIndex();
    Deno.writeTextFileSync(temp.path, text);
    assertThrows(() => temp.index.get("a"), WorkflowError, temp.path);
    const error = await temp.index.update((all) => all).catch((error) => error);
    assertEquals([error instanceof WorkflowError, Deno.readTextFileSync(temp.path)], [true, text]);
  }
});
