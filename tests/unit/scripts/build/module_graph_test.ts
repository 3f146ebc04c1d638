import { assertEquals, assertThrows } from "@std/assert";
import { toModuleGraph } from "../../../../scripts/build/module_graph.ts";

const MAIN = {
  specifier: "file:///p/main.ts",
  local: "/p/main.ts",
  mediaType: "TypeScript",
  dependencies: [
    { specifier: "@std/path", code: { specifier: "jsr:@std/path@^1" } },
    { specifier: "./types.ts" }, // Imported as a type: there is no code.
  ],
};
const PATH = {
  specifier: "https://jsr.io/@std/path/1.1.6/mod.ts",
  local: "/cache/ab12",
  mediaType: "TypeScript",
};

Deno.test("toModuleGraph() finds a jsr module in deno's cache, redirect by redirect", () => {
  const graph = toModuleGraph({
    modules: [MAIN, PATH, { specifier: "node:fs" }],
    redirects: {
      "jsr:@std/path@^1": "jsr:@std/path@1.1.6",
      "jsr:@std/path@1.1.6": PATH.specifier,
      "jsr:loop": "jsr:loop",
    },
  });
  assertEquals(graph.modules.map((module) => module.local), ["/p/main.ts", "/cache/ab12"]);
  const target = graph.find("file:///p/main.ts")?.dependencies.get("@std/path");
  assertEquals(graph.find(target ?? "")?.local, "/cache/ab12");
  assertEquals(graph.find("jsr:loop"), undefined);
});

Deno.test("toModuleGraph() refuses a module with an error and says which", () => {
  const gone = { specifier: "file:///p/gone.ts", error: "Module not found" };
  assertThrows(() => toModuleGraph({ modules: [MAIN, gone] }), Error, "file:///p/gone.ts: Module not found");
});
