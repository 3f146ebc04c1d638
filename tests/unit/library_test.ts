import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import * as library from "workflow-code";
import { workflow as core } from "../../src/core/library.ts";
import { define } from "../../src/core/define.ts";

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
