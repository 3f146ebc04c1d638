import { assertEquals, assertStringIncludes } from "@std/assert";
import { TempDesktop } from "./harness/desktop.ts";
import { makeMain } from "./harness/temp_project.ts";

Deno.test("a draft becomes the defaults of the tool only once a person has said so, and only where it fits", async () => {
  await using project = await makeMain("return values;", {
    params: `{
      text: { type: "string", required: true },
      mode: { type: "string", options: ["fast", "deep"], default: "fast" },
      file: { type: "file" },
    }`,
  });
  const desktop = new TempDesktop(project);
  const id = await desktop.add(project.dir);
  const definition = await desktop.definition(id);
  using database = desktop.database();
  database.saveDraft(id, "main", { text: "drafted", mode: "gone", file: "/etc/hostname" });
  const schemaNow = async () => {
    await using client = await desktop.connect(definition);
    const { tools } = await client.client.listTools();
    const { properties, required = [] } = tools[0]?.inputSchema as {
      properties: Record<string, { default?: unknown }>;
      required?: string[];
    };
    const defaults = Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, one.default]));
    return { defaults, required, stderr: client.stderr() };
  };
  const before = await schemaNow();
  assertEquals([before.defaults.text, before.required], [undefined, ["text"]]);
  database.useDraftAsDefaults(id, "main");
  const { defaults, required, stderr } = await schemaNow();
  assertEquals([defaults, required], [{ text: "drafted", mode: "fast", file: undefined }, []]);
  assertStringIncludes(stderr, "the default of main.mode is not used");
  await using client = await desktop.connect(definition);
  assertEquals((await client.call("main")).structuredContent.output, { text: "drafted", mode: "fast" });
});
