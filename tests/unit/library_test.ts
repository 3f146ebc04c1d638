import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import * as library from "workflow-code";
import { workflow as core } from "../../src/core/library.ts";
import { define } from "../../src/core/define.ts";
import { currentOverride } from "../../scripts/npm_only/override.ts";

Deno.test("the library's values are pinned", () => {
  assertEquals(Object.keys(library), ["workflow"]);
  assertEquals(Object.keys(library.workflow), [
    "define",
    "connectMcpServer",
    "normalizeMcpServers",
    "createMcpTools",
  ]);
  assertEquals(Object.keys(core), ["define"]);
  assert(Object.isFrozen(library.workflow));
  assertStrictEquals<unknown>(library.workflow.define, define);
});

Deno.test("the library exports every type of the authoring contract", async () => {
  const contract = await Deno.readTextFile(new URL("../../src/core/api.ts", import.meta.url));
  const source = await Deno.readTextFile(new URL("../../src/library.ts", import.meta.url));
  const names = [...contract.matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name]) => name);
  const exported = source.match(/export type \{([^}]*)\}/)?.[1]?.split(",").map((name) => name.trim());
  assert(names.length > 10);
  assertEquals(exported?.filter((name) => name !== "").toSorted(), names.toSorted());
});

Deno.test("the library reaches the MCP SDK and ajv by dynamic imports only", async () => {
  const args = ["info", "--json", ...currentOverride(), "src/library.ts"];
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args,
    cwd: new URL("../../", import.meta.url),
  }).output();
  const { modules } = JSON.parse(new TextDecoder().decode(stdout)) as { modules: Module[] };
  const loaded = new Set(modules.filter(({ specifier }) => specifier.endsWith("/src/library.ts")));
  for (const { dependencies = [] } of loaded) {
    for (const { code, isDynamic } of dependencies) {
      const found = modules.find(({ specifier }) => specifier === code?.specifier);
      if (found !== undefined && !isDynamic) loaded.add(found);
    }
  }
  const specifiers = [...loaded].flatMap(({ dependencies = [] }) =>
    dependencies.filter(({ code, isDynamic }) => code !== undefined && !isDynamic).map(({ specifier }) =>
      specifier
    )
  );
  assert(loaded.size > 20);
  assertEquals([...new Set(specifiers)].filter((name) => !name.startsWith(".")).toSorted(), [
    "ajv-formats/dist/formats.js",
    "node:process",
  ]);
});

interface Module {
  readonly specifier: string;
  readonly dependencies?: readonly {
    readonly specifier: string;
    readonly code?: { readonly specifier?: string };
    readonly isDynamic?: boolean;
  }[];
}
