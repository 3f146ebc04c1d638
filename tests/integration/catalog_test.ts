import { assert, assertEquals } from "@std/assert";
import { join } from "@std/path";
import { call, connect, type Connection } from "./harness/connect.ts";
import { makeProject, type TempProject } from "./harness/temp_project.ts";

function toSource(version: number): string {
  return `import { workflow } from "workflow-code";
import { version } from "./lib.ts";
export default workflow.define({
  entrypoints: {
    main${version}: { title: "Main ${version}", params: {}, run: () => version },
  },
});
`;
}

function makeVersioned(): Promise<TempProject> {
  return makeProject({ "workflow.ts": toSource(1), "lib.ts": "export const version = 1;\n" });
}

/** What a connection offers and does. */
async function look(connection: Connection): Promise<unknown[]> {
  const { tools } = await connection.client.listTools();
  const results = [];
  for (const { name } of tools) {
    const { structuredContent } = await call(connection, name);
    results.push([name, structuredContent.output ?? structuredContent.error]);
  }
  return results;
}

const CHANGES: Readonly<Record<string, (project: TempProject) => Promise<void>>> = {
  edited: async ({ dir }) => {
    await Deno.writeTextFile(join(dir, "workflow.ts"), toSource(2));
    await Deno.writeTextFile(join(dir, "lib.ts"), "export const version = 2;\n");
  },
  broken: ({ dir }) => Deno.writeTextFile(join(dir, "workflow.ts"), "const = ;\n"),
  renamed: async ({ dir }) => {
    await Deno.rename(join(dir, "workflow.ts"), join(dir, "other.ts"));
    await Deno.rename(join(dir, "lib.ts"), join(dir, "else.ts"));
  },
  deleted: async ({ dir }) => {
    for (const name of ["workflow.ts", "lib.ts", "package.json"]) await Deno.remove(join(dir, name));
  },
  "deleted with their folder": ({ dir }) => Deno.remove(dir, { recursive: true }),
};

for (const [what, change] of Object.entries(CHANGES)) {
  Deno.test(`a project whose files are ${what} stays what it was for a connection`, async () => {
    await using project = await makeVersioned();
    await using connection = await connect(project, ["--idle-timeout", "0"]);
    assertEquals(await look(connection), [["main1", 1]]);
    await change(project);
    // Without an idle time each call starts an executor: none of them may look at the files anew.
    assertEquals(await look(connection), [["main1", 1]]);
    assertEquals(await look(connection), [["main1", 1]]);
  });
}

Deno.test("a client that connects again sees what was edited", async () => {
  await using project = await makeVersioned();
  {
    await using connection = await connect(project);
    assertEquals(await look(connection), [["main1", 1]]);
  }
  await CHANGES.edited?.(project);
  await using connection = await connect(project);
  assertEquals(await look(connection), [["main2", 2]]);
});

Deno.test("a cache that is deleted costs a connection nothing while its executor lives", async () => {
  await using project = await makeVersioned();
  await using connection = await connect(project);
  assertEquals(await look(connection), [["main1", 1]]);
  await Deno.remove(join(project.dataDir, "cache"), { recursive: true });
  assertEquals(await look(connection), [["main1", 1]]);
  assertEquals(await look(connection), [["main1", 1]]);
});

Deno.test("a cache that is deleted is no loss to an executor that is started later", async () => {
  await using project = await makeVersioned();
  await using connection = await connect(project, ["--idle-timeout", "0"]);
  assertEquals(await look(connection), [["main1", 1]]);
  await CHANGES.edited?.(project);
  await Deno.remove(join(project.dataDir, "cache"), { recursive: true });
  assertEquals(await look(connection), [["main1", 1]]);
});

Deno.test("two servers of a project at once bundle it alike and do not disturb each other", async () => {
  await using project = await makeVersioned();
  const [one, other] = await Promise.all([connect(project), connect(project)]);
  await using _one = one;
  await using _other = other;
  const looks = await Promise.all([look(one), look(other), look(one), look(other)]);
  for (const found of looks) assertEquals(found, [["main1", 1]]);
  await CHANGES.edited?.(project);
  await using third = await connect(project);
  assertEquals(await look(third), [["main2", 2]]);
  assertEquals(await look(one), [["main1", 1]]);
  assert([...one.errors, ...other.errors, ...third.errors].length === 0);
});
